"""What the runs of its kind warn a task of."""

from collections.abc import Sequence

import pytest

from kgmem.model.trajectory import Element, Outcome, Step
from kgmem.paths.failing.lessons import Attempt, Lessons
from kgmem.recall.avoid import of_kind


def rename(
    who: str, *names: str, outcome: Outcome, error: str | None = None
) -> Attempt:
    """A run that types the name, then presses the buttons; the last shows the error."""
    field = Element(role="textbox", name="Name")
    steps = [Step(action="type", target=field, value=who)]
    for name in names:
        last = error or None if name == names[-1] else None
        target = Element(role="button", name=name)
        steps.append(Step(action="click", target=target, error=last))
    key = f"{who} {names} {outcome}"
    return Attempt(key, who, f"Rename it to {who}", "a", outcome, tuple(steps))


def well(*people: str) -> list[Attempt]:
    return [rename(who, "Save", outcome="success") for who in people]


EARLY = [rename(who, outcome="failure") for who in ("Dee", "Eve", "Flo")]
WAYS = (("Red", "Ok"), ("Blue", "Yes"), ("Green", "Go"), ("Pink", "Next"))
OTHERWISE = [rename(f"Ann{n}", *w, outcome="success") for n, w in enumerate(WAYS)]
WIKI = rename("Gil", "Wiki", outcome="failure")


@pytest.mark.parametrize(
    ("runs", "task", "causes"),
    [
        ([*well("Ann", "Bob", "Cid"), *EARLY], "Rename it to Gus", ["missing step"]),
        ([*OTHERWISE, *EARLY], "Rename it to Gus", ["missing step"]),
        # What one run shows is said for its own task alone, an error for all.
        ([*well("Ann", "Bob"), WIKI], "Rename it to Gus", []),
        ([*well("Ann", "Bob"), WIKI], "Rename it to Gil", ["wrong element"]),
        (
            [*well("Ann"), rename("Gil", "Save", outcome="failure", error="grey")],
            "Rename it to Gus",
            [],
        ),
        (
            [*well("Ann"), rename("Gil", "Wiki", outcome="failure", error="grey")],
            "Rename it to Gus",
            ["error"],
        ),
    ],
)
def test_what_a_kind_warns_of(
    runs: list[Attempt], task: str, causes: Sequence[str]
) -> None:
    assert [one.cause for one in of_kind(Lessons(runs), task)] == list(causes)


def test_an_omission_is_told_with_what_was_left_out_where_it_is_known() -> None:
    [known] = of_kind(Lessons([*well("Ann", "Bob", "Cid"), *EARLY]), "Rename it to Gus")
    [unknown] = of_kind(Lessons([*OTHERWISE, *EARLY]), "Rename it to Gus")

    assert known.instead == 'click button "Save"'
    assert unknown.instead is None
    assert "less was done" in unknown.message
