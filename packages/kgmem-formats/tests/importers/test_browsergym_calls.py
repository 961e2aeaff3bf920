"""Calls of BrowserGym's actions as steps."""

import pytest

from kgmem.errors import InvalidInput
from kgmem.model.trajectory import Element, Step
from kgmem_formats.browsers.moment import Moment
from kgmem_formats.browsers.tabs import Tabs
from kgmem_formats.importers.browsergym_calls import ORDER, TOOLS, steps_of
from kgmem_formats.importers.calls import python_calls


def done(code: str, tabs: Tabs | None = None) -> list[Step]:
    def find(number: object) -> Element:
        return Element(element_id=str(number))

    return [
        step
        for call in python_calls(code)
        for step in steps_of(call, Moment(), find, tabs or Tabs())
    ]


def test_each_argument_of_an_action_stands_in_its_row() -> None:
    for name, arguments in ORDER.items():
        row = TOOLS[name]
        assert set(arguments) == row.used | row.harmless.keys(), name


def test_buttons_held_keys_and_values() -> None:
    (click,) = done("click('12', button='right', modifiers=['Shift'])")
    (text,) = done("fill('12', 'lamp', True)")
    (option,) = done("select_option('12', ['large'])")

    assert click.params == {"button": "right", "modifiers": ["Shift"]}
    assert (text.action, text.value) == ("type", "lamp")
    assert option.value == "large"


def test_a_tab_is_no_step() -> None:
    tabs = Tabs()
    for place, url in enumerate(("https://a.example/", "https://b.example/")):
        tabs.see_listed(str(place), url, is_current=place == 0)

    assert done("tab_focus(1)", tabs) == []
    assert tabs.told() == "order=1 & opener=0 & url=https://b.example/"


@pytest.mark.parametrize(
    "code",
    [
        "mouse_down(1, 2)", "keyboard_up('a')", "go_forward()", "fly()", "focus('1')",
        "select_option('1', ['a', 'b'])", "click('1', 'left', [], 5)", "tab_focus(3)",
        "click('1', force=True)",
    ],
)  # fmt: skip
def test_what_can_not_be_kept_is_refused(code: str) -> None:
    with pytest.raises(InvalidInput):
        done(code)
