"""The console's files: what holds of them without a browser."""

import re

from kgmem_serve.http.app import STATIC

TEXT = re.compile(r'^ {2}"([^"]+)": "(.*)",$', re.MULTILINE)


def _texts(language: str) -> dict[str, str]:
    return dict(TEXT.findall((STATIC / "texts" / f"{language}.js").read_text("utf-8")))


def test_both_languages_have_the_same_texts() -> None:
    en, zh = _texts("en"), _texts("zh")

    assert len(en) > 30
    one = {key for key in en if key.endswith(".one")}  # Chinese has no other plural
    assert set(en) - one == set(zh)


def test_each_text_that_is_asked_for_is_there() -> None:
    en = _texts("en")
    asked = {
        key
        for file in STATIC.rglob("*.js")
        for key in re.findall(r'\bt\("([^"]+)"', file.read_text("utf-8"))
    }

    assert asked
    assert asked - set(en) == set()


def test_stored_content_never_becomes_markup() -> None:
    markup = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|"
        r"DOMParser|srcdoc|new Function"
    )
    found = [
        file.name
        for file in STATIC.rglob("*.js")
        if markup.search(file.read_text("utf-8"))
    ]

    assert found == []


def test_nothing_is_inline_or_comes_from_elsewhere() -> None:
    page = (STATIC / "index.html").read_text("utf-8")

    assert not re.search(r"<style|\bstyle=|\bon\w+=|<script(?![^>]*\bsrc=)", page)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)
    assert "@import" not in (STATIC / "console.css").read_text("utf-8")
