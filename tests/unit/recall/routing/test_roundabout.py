"""A path that another one, which comes to the same, did without something of."""

import pytest

from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element
from kgmem.recall.routing.roundabout import does_without


def path(*told: str) -> list[PlanStep]:
    """Steps from `press Save` and `type Title`."""
    roles = {"press": ("click", "button"), "type": ("type", "textbox")}
    steps = []
    for n, one in enumerate(told, 1):
        what, name = one.split(maxsplit=1)
        action, role = roles[what]
        value = "x" if action == "type" else None
        target = Element(role=role, name=name)
        steps.append(PlanStep(n=n, action=action, value=value, target=target))
    return steps


LONG = "type Title", "press Preview", "press Create"


@pytest.mark.parametrize(
    ("short", "long", "does"),
    [
        (("type Title", "press Create"), LONG, True),
        (LONG, LONG, False),
        (("type Title", "press Preview"), LONG, False),
        (("press Preview", "press Create"), LONG, False),
        ((), LONG, False),
    ],
    ids=["pressed besides", "the same", "ends before it", "enters less", "nothing"],
)
def test_a_path_does_without_what_is_pressed_besides(
    short: tuple[str, ...], long: tuple[str, ...], *, does: bool
) -> None:
    assert does_without(path(*short), path(*long)) is does
