"""Every method of Playwright's, and every option of theirs, stands in a list."""

import inspect
from collections.abc import Iterator

import pytest

from kgmem.model.action import ACTIONS
from kgmem_formats.importers.playwright.words import (
    METHODS,
    WORDS,
    option_of,
    word_of,
)

sync_api = pytest.importorskip("playwright.sync_api")
OWNERS = {
    "Page": "", "Frame": "", "Locator": "", "FrameLocator": "", "BrowserContext": "",
    "Keyboard": "keyboard", "Mouse": "mouse", "Touchscreen": "touchscreen",
    "Dialog": "dialog", "FileChooser": "filechooser", "Download": "download",
}  # fmt: skip
"""Playwright's classes, and how their words begin."""
POINTING = frozenset({"selector", "source", "selector_or_locator"})
"""Which element it is."""


def methods() -> Iterator[tuple[str, str]]:
    for owner in OWNERS:
        for name in dir(getattr(sync_api, owner)):
            if not name.startswith("_"):
                yield owner, name


def options() -> Iterator[tuple[str, str, str]]:
    for owner, name in methods():
        method = getattr(getattr(sync_api, owner), name)
        if callable(method):
            for option in list(inspect.signature(method).parameters)[1:]:
                yield owner, name, option


def test_each_method_stands_in_a_list() -> None:
    missing = [
        f"{owner}.{name}"
        for owner, name in methods()
        if word_of(name, OWNERS[owner]) is None
    ]

    assert missing == []


def test_each_option_stands_in_a_list() -> None:
    missing = []
    for owner, name, option in options():
        word = word_of(name, OWNERS[owner])
        known = word is not None and option_of(word, option) is not None
        if not known and option not in POINTING:
            missing.append(f"{owner}.{name}({option})")

    assert missing == []


def test_each_act_is_an_action() -> None:
    held = {"focus", "set_checked", "reload", "keyboard.down", "keyboard.up",
            "mouse.move", "mouse.down", "mouse.up"}  # fmt: skip
    others = {"dialog.accept", "dialog.dismiss", "filechooser.set_input_files"}

    acts = {name for name, word in WORDS.items() if word.use == "acts"}

    assert acts == set(METHODS) | held | others
    assert set(METHODS.values()) <= set(ACTIONS)
