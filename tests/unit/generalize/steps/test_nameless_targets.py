"""Steps on elements that a locator alone tells."""

import pytest

from kgmem.generalize.steps.lift import Lifted
from kgmem.generalize.steps.same_step import ALIKE, similarity
from kgmem.model.trajectory import Element, Locator, Step
from kgmem.paths.fits import fits, look

FAMILIES = {
    "chosen": (".menu > .open", ".panel .apply", ".footer .save"),
    "counted": tuple(f"li:nth-child({n}) > a" for n in (1, 2, 3)),
    "made by a program": tuple(f"#row-{n} > a" for n in (10293, 10294, 10295)),
}


def target(selector: str) -> Element:
    return Element(locators=(Locator(kind="css", value=selector),))


def lifted(selector: str) -> Lifted:
    element = target(selector)
    step = Step(action="click", target=element)
    return Lifted(0, step, element, None, {}, look(element), "", (), (), (), ())


@pytest.mark.parametrize("family", FAMILIES)
def test_other_locators_are_other_steps(family: str) -> None:
    for one in FAMILIES[family]:
        for other in FAMILIES[family]:
            alike = similarity(lifted(one), lifted(other)) >= ALIKE

            assert alike is (one == other)
            assert fits(target(one), target(other)) is (one == other)
