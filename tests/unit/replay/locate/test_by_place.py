"""What is known by its place alone is taken where the task names it."""

from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element
from kgmem.replay.locate.by_place import named_at_place

PLACE = "html/body/ul/li[3]"


def step(**more: object) -> PlanStep:
    fields = {"tag": "LI", "path": PLACE, **more}
    return PlanStep(n=1, action="click", target=Element.model_validate(fields))


def page(*names: str) -> list[Element]:
    return [
        Element(tag="li", name=name, path=f"/html/body[1]/ul[1]/li[{n}]")
        for n, name in enumerate(names, 1)
    ]


def test_in_an_unchanged_list_it_is_found() -> None:
    found = named_at_place(step(), page("Apples", "Bananas", "Oranges"), "Take oranges")

    assert found is not None
    assert (found.index, found.ambiguous) == (2, False)


def test_in_a_list_that_has_shifted_nothing_is() -> None:
    shifted = page("Pears", "Apples", "Bananas", "Oranges")

    assert named_at_place(step(), shifted, "Take oranges") is None
    assert named_at_place(step(), page("Bananas", "Oranges"), "Take oranges") is None


def test_where_the_task_names_two_nothing_is() -> None:
    both = page("Apples", "Bananas", "Oranges")

    assert named_at_place(step(), both, "Take oranges, not bananas") is None
