"""Paths from a page's root are written in one way."""

import pytest

from kgmem.model.keys.dom_path import dom_path
from kgmem.model.trajectory import Element

ONE = "/html/body[1]/ul[1]/li[3]"


@pytest.mark.parametrize(
    "written",
    [
        "html/body/ul/li[3]",
        "/html/body/ul/li[3]",
        "/html[1]/body[1]/ul[1]/li[3]",
        "xpath=/html/body/ul/li[3]",
        "HTML/BODY/UL/LI[3]",
        ONE,
    ],
)
def test_the_first_of_its_kind_is_numbered_too(written: str) -> None:
    assert dom_path(written) == ONE


@pytest.mark.parametrize(
    "other",
    ["//ul/li[3]", "/html/body/ul/li[@id='a']", "html > body > ul", "id('x')", "", "/"],
)
def test_another_form_stays_as_it_is(other: str) -> None:
    assert dom_path(other) == other


def test_an_element_has_its_path_in_that_form() -> None:
    assert Element(path="html/body/ul/li[3]").path == ONE
