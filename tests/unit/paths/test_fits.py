"""What an element is told by is remembered for the very element alone."""

import pytest

from kgmem.model.trajectory import Element
from kgmem.paths.fits import fits, look


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


@pytest.mark.parametrize(
    ("where", "is_the_same"),
    [
        ({}, False),
        ({"frame": "name=advert"}, False),
        ({"frame": "name=pay & index=2"}, True),
        ({"frame": "name=pay", "tab": "order=1 & opener=0"}, False),
    ],
)
def test_in_another_frame_or_tab_it_is_another_element(
    where: dict[str, str], is_the_same: bool
) -> None:
    target = Element(role="button", name="Pay", test_id="pay", frame="name=pay")
    other = Element.model_validate(
        {"role": "button", "name": "Pay", "test_id": "pay", **where}
    )

    assert fits(target, other) is is_the_same
