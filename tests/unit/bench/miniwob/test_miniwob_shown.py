"""Which episodes show what is asked, by the text and the page alone."""

from kgmem_bench.miniwob.shown import is_shown

from tests.unit.bench.miniwob.pages import element

KNOWN = ["Click on a widget of the kind red."]
TASK = "Click on a widget of the kind blue."


def test_a_new_word_that_an_element_bears_is_shown() -> None:
    named = element("/a", name="Blue")
    classed = element("/b", attributes={"class": "blue"})

    assert is_shown(TASK, KNOWN, [named], "", False)
    assert is_shown(TASK, KNOWN, [classed], "", False)


def test_a_new_word_that_stands_nowhere_is_not_shown() -> None:
    other = element("/a", name="Green")

    assert not is_shown(TASK, KNOWN, [other], "Pick one", False)


def test_what_a_field_takes_need_not_stand_on_the_page() -> None:
    assert is_shown(TASK, KNOWN, [element("/a", name="Green")], "", True)
