"""Which elements a selector means, by what a page tells of them."""

import pytest

from kgmem.model.trajectory import Element, Locator
from kgmem.replay.locate.selected import Selecting


def shown(path: str, **more: object) -> Element:
    tag = path.rpartition("/")[2].partition("[")[0]
    return Element.model_validate({"tag": tag, "path": path, **more})


def told(kind: str, value: str) -> Element:
    return Element(tag="input", locators=(Locator(kind=kind, value=value),))


PAGE = [
    shown("/html/body[1]/form[1]", attributes={"id": "order", "class": "wide card"}),
    shown("/html/body[1]/form[1]/label[1]/input[1]"),
    shown("/html/body[1]/form[1]/label[2]/input[1]", attributes={"name": "city"}),
    shown("/html/body[1]/profile-card[1]/shadow-root[1]/label[1]/input[1]"),
    shown("/html/body[1]/button[1]"),
]


@pytest.mark.parametrize(
    ("kind", "selector", "meant"),
    [
        ("css", "form > label:nth-of-type(2) > input", 2),
        ("css", "form#order label:nth-of-type(1) input", 1),
        ("css", "form.card.wide", 0),
        ("css", "input[name='city']", 2),
        ("css", "profile-card input", 3),
        ("css", "button", 4),
        ("xpath", "//html/body/form/label[2]/input", 2),
        ("xpath", "//input[@name='city']", 2),
        ("xpath", "/html/body/button", 4),
        ("css", "input", None),
        ("css", "form > input", None),
        ("css", "button:has(img)", None),
        ("xpath", "//button[contains(.,'Save')]", None),
        ("css", "footer button", None),
    ],
)
def test_a_selector_means_the_one_element_that_it_fits(
    kind: str, selector: str, meant: int | None
) -> None:
    found = Selecting(PAGE).meant(told(kind, selector))

    assert found is (None if meant is None else PAGE[meant])
