"""Every call of a page that a trace of the installed Playwright can hold stands in a
list."""

import re
from pathlib import Path

import pytest

from kgmem.model.action import ACTIONS
from kgmem_formats.importers.playwright.words import (
    ALIASES,
    HELD,
    METHODS,
    QUIET,
    REFUSED,
    snake,
    traced,
)

playwright = pytest.importorskip("playwright")
_CALL = re.compile(r"\b(Page|Frame|ElementHandle)([A-Z]\w+)Params\b")


def test_each_call_stands_in_a_list() -> None:
    driver = Path(playwright.__file__).parent / "driver/package/lib/coreBundle.js"
    calls = set(_CALL.findall(driver.read_text(encoding="utf-8")))

    lost = [(kind, name) for kind, name in calls if traced(kind, name)[1] is None]

    assert calls
    assert {snake(name) for _, name in lost} <= REFUSED


def test_each_method_is_an_action() -> None:
    assert set(METHODS.values()) <= set(ACTIONS)
    assert set(ALIASES.values()) <= set(METHODS)
    assert not (METHODS.keys() | HELD) & (QUIET | REFUSED)
