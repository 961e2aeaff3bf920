"""Plans go round what failed before."""

from typing import Any

from kgmem.model.plan import Avoidance, PlanStep
from kgmem.model.trajectory import Element
from kgmem.replay.avoidance.steer import steer


def button(name: str) -> Element:
    return Element(role="button", name=name)


def click(n: int, name: str, **fields: Any) -> PlanStep:
    return PlanStep(n=n, action="click", target=button(name), **fields)


def avoid(name: str, score: float = 0.8, **fields: Any) -> Avoidance:
    given = {"action": "click", "cause": "error", "message": f"not {name}", **fields}
    return Avoidance(element=button(name), score=score, **given)


def names(steps: tuple[PlanStep, ...]) -> list[str]:
    return [step.target.label() for step in steps if step.target]


def test_another_way_is_taken_where_one_is_known() -> None:
    way = (click(2, "Quick", need="alternative"), click(3, "Sure", need="alternative"))
    choice = click(2, "Menu", need="alternative", branches=(way,))
    steps = (click(1, "Open"), choice, click(3, "Save"))

    steered, notes = steer(steps, [avoid("Menu")], "save it")

    assert names(steered) == ["Open", "Quick", "Sure", "Save"]
    assert [step.n for step in steered] == [1, 2, 3, 4]
    assert [names(branch) for branch in steered[1].branches] == [["Menu"]]
    assert (steered[1].spans, steered[1].branches[0][0].n) == (2, 2)
    assert notes == ("another way is taken: not Menu",)


def test_the_whole_first_way_gives_way() -> None:
    other = (click(2, "Keys", need="alternative"),)
    steps = (
        click(1, "Menu", need="alternative", branches=(other,), spans=2),
        click(2, "Entry", need="alternative"),
        click(3, "Save"),
    )

    steered, _ = steer(steps, [avoid("Entry")], "x")

    assert names(steered) == ["Keys", "Save"]
    assert names(steered[0].branches[0]) == ["Menu", "Entry"]


def test_a_step_without_another_way_stays_and_is_noted() -> None:
    steps = (click(1, "Open"), click(2, "Menu"))

    steered, notes = steer(steps, [avoid("Menu")], "打开菜单并保存")

    assert steered == steps
    assert notes == ("这一步以前失败过：not Menu",)
