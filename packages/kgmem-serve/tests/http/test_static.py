"""The console's files: what holds of them without a browser."""

import re

from kgmem.operate.stats import COUNTED
from kgmem_serve.http.app import STATIC

TEXT = re.compile(r'^ {2}"([^"]+)": "(.*)",$', re.MULTILINE)


def _texts(language: str) -> dict[str, str]:
    return dict(TEXT.findall((STATIC / "texts" / f"{language}.js").read_text("utf-8")))


def test_both_languages_have_the_same_texts() -> None:
    en, zh = _texts("en"), _texts("zh")

    assert len(en) > 30
    one = {key for key in en if key.endswith(".one")}  # Chinese has no other plural
    assert set(en) - one == set(zh)


def test_texts_hold_the_same_places_in_both_languages() -> None:
    en, zh = _texts("en"), _texts("zh")

    places = re.compile(r"\{\w+\}")
    other = [
        key
        for key in zh
        if set(places.findall(en[key])) != set(places.findall(zh[key]))
    ]

    assert other == []


def test_each_line_of_the_texts_is_read() -> None:
    for language in ("en", "zh"):
        lines = (STATIC / "texts" / f"{language}.js").read_text("utf-8").splitlines()

        assert len(_texts(language)) == len(lines) - 2  # `export default {` and `};`


def test_each_text_that_is_asked_for_is_there() -> None:
    en = _texts("en")
    asked = {
        key
        for file in STATIC.rglob("*.js")
        for key in re.findall(r'\bt\("([^"]+)"', file.read_text("utf-8"))
    }

    assert asked
    assert asked - set(en) == set()


def test_what_a_space_holds_is_counted_in_words() -> None:
    beside = ("waiting", "points", "generation", "cache_hits", "cache_misses")

    asked = {f"count.{name}" for name in (*COUNTED, *beside)}

    assert asked - set(_texts("en")) == set()


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
