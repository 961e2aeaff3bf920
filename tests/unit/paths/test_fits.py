"""What an element is told by is remembered for the very element alone."""

from kgmem.model.trajectory import Element
from kgmem.paths.fits import look


def test_a_copy_with_other_words_is_looked_at_anew() -> None:
    element = Element(role="button", name="Save")
    assert look(element).name == "save"

    other = element.model_copy(update={"name": "Send"})

    assert look(other).name == "send"
    assert look(element).name == "save"


def test_the_same_element_is_looked_at_once() -> None:
    element = Element(role="button", name="Save")

    assert look(element) is look(element)
    assert look(element) == look(Element(role="button", name="Save"))
