from kgmem.model.shared import held_once
from kgmem.model.trajectory import Box, Element, Locator, Page, Step, Trajectory


def run(**said: str) -> Trajectory:
    """A run anew, with values of its own."""
    step = Step(
        action="drag",
        target=Element(
            name="Save",
            attributes={"id": "save", **said},
            locators=(Locator(kind="css", value="#save"),),
            box=Box(x=1, y=2, width=3, height=4),
        ),
        destination=Element(name="Bin"),
        page_before=Page(url="https://shop.example/a"),
        page_after=Page(title="Done", elements=(Element(name="Ok"),)),
    )
    return Trajectory(task="Save it", steps=(step, Step(action="wait")))


def test_runs_share_the_elements_and_pages_that_say_the_same() -> None:
    one, other = held_once(run()).steps[0], held_once(run()).steps[0]

    assert one.target is other.target
    assert one.destination is other.destination
    assert one.page_before is other.page_before


def test_a_run_says_the_same_with_what_it_shares() -> None:
    held_once(run())

    assert held_once(run()) == run()


def test_attributes_keep_the_order_in_which_they_came() -> None:
    first = Element(attributes={"a": "1", "b": "2"})
    second = Element(attributes={"b": "2", "a": "1"})

    orders = [
        list(kept.attributes)
        for one in (first, second)
        for step in held_once(
            Trajectory(task="Go", steps=(Step(action="click", target=one),))
        ).steps
        if (kept := step.target)
    ]

    assert orders == [["a", "b"], ["b", "a"]]
