"""Keys as pywinauto writes them."""

import pytest

from kgmem_formats.importers.pywinauto_keys import pressed


@pytest.mark.parametrize(
    ("written", "done"),
    [
        ("{VK_CONTROL}s", [("key", "Control+s")]),
        ("^+s", [("key", "Control+Shift+s")]),
        ("%{F4}", [("key", "Alt+F4")]),
        ("{TAB 2}{ENTER}", [("key", "Tab"), ("key", "Tab"), ("key", "Enter")]),
        ("Hello{ENTER}", [("type", "Hello"), ("key", "Enter")]),
        ("{+}1", [("type", "+1")]),
        ("{PGDN}", [("key", "PageDown")]),
    ],
)
def test_keys_and_texts_in_their_order(
    written: str, done: list[tuple[str, str]]
) -> None:
    assert list(pressed(written)) == done
