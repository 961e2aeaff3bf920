"""From tasks with runs to patterns: what is needed, what varies, what is repeated."""

from collections.abc import Sequence
from typing import Any

import pytest

from kgmem.generalize.patterns.build import Built, generalize_tasks
from kgmem.generalize.plain import RunSteps, TaskRuns
from kgmem.model.base import normalize
from kgmem.model.pattern import Pattern
from kgmem.model.trajectory import parse_trajectory
from kgmem.paths.unfold import unfold
from tests.contracts.memory_patterns import ITEMS, search, tick

Run = dict[str, Any]


def task(run: Run, n: int) -> TaskRuns:
    parsed = parse_trajectory(run)
    runs = (RunSteps(f"run-{n}", parsed.steps),) if parsed.steps else ()
    return TaskRuns(f"task-{n}", parsed.task, parsed.app, runs)


def built(runs: Sequence[Run]) -> Built:
    return generalize_tasks([task(run, n) for n, run in enumerate(runs)])


def only(runs: Sequence[Run]) -> Pattern:
    [pattern] = built(runs).patterns
    return pattern


def entered(item: str, run: str) -> Run:
    """The same as `search`, but with the Enter key instead of the button."""
    found = search(item, run)
    return {
        **found,
        "steps": [found["steps"][0], {"action": "key", "value": "Enter"}],
    }


def after_a_banner(item: str, run: str) -> Run:
    found = search(item, run)
    close = {"action": "click", "target": {"role": "button", "name": "Close banner"}}
    return {**found, "steps": [close, *found["steps"]]}


def looked_for(pages: int, link: str) -> Run:
    step = {"action": "click", "target": {"role": "button", "name": "Next"}}
    return {
        "task": f'Turn the pages until "{link}" is there and open it',
        "app": "book",
        "outcome": "success",
        "steps": [
            *[step] * pages,
            {"action": "click", "target": {"role": "link", "name": link}},
        ],
    }


def liked(times: int, who: str) -> Run:
    step = {"action": "click", "target": {"role": "button", "name": "Like"}}
    return {
        "task": f"Like {times} posts by {who}",
        "app": "social",
        "outcome": "success",
        "steps": [
            *[step] * times,
            {"action": "click", "target": {"role": "button", "name": "Submit"}},
        ],
    }


def test_two_ways_to_one_end_are_alternatives() -> None:
    pattern = only(
        [
            *(search(item, f"a{n}") for n, item in enumerate(ITEMS)),
            *(entered(f"{item} again", f"b{n}") for n, item in enumerate(ITEMS)),
        ]
    )

    assert [(s.need, s.branch) for s in pattern.steps] == [
        ("required", None),
        ("alternative", "1.a"),
        ("alternative", "1.b"),
    ]
    plan = unfold(pattern.steps, pattern.slots, {pattern.slots[0].name: "tea"})
    assert plan[0].value == "tea"
    assert len(plan) == 2
    assert len(plan[1].branches) == 1


def test_a_step_that_few_runs_take_is_optional() -> None:
    pattern = only(
        [
            *(search(item, f"a{n}") for n, item in enumerate(ITEMS)),
            *(after_a_banner(f"{x} too", f"b{n}") for n, x in enumerate(ITEMS[:2])),
        ]
    )

    assert [step.need for step in pattern.steps] == ["optional", "required", "required"]
    assert pattern.steps[0].support == 2


def test_what_is_repeated_until_something_is_there_says_so() -> None:
    pattern = only(
        [looked_for(n, x) for n, x in ((0, "Ivy"), (2, "Oak"), (1, "Elm"), (4, "Yew"))]
    )

    turning, opening = pattern.steps
    assert turning.until is not None
    assert opening.until is None
    assert turning.target is not None
    assert turning.target.label() == "Next"


def paged(pages: int, numbers: Sequence[str]) -> Run:
    """Bills ticked on the page of a list that has them."""

    def turn(page: int) -> dict[str, Any]:
        place = f"/html/body/p/a[{1 if page == 1 else 2}]"
        return {
            "action": "click",
            "target": {"role": "link", "name": "Next", "path": place},
            "page_before": {"url": f"https://bills.example/list?page={page}"},
            "page_after": {"url": f"https://bills.example/list?page={page + 1}"},
        }

    def tick_of(number: str) -> dict[str, Any]:
        target = {"role": "checkbox", "name": f"Select {number}"}
        return {"action": "click", "target": target}

    pay = {"action": "click", "target": {"role": "button", "name": "Pay"}}
    return {
        "task": f"Pay the bills {' and '.join(numbers)}",
        "app": "bills",
        "outcome": "success",
        "steps": [*map(turn, range(1, pages + 1)), *map(tick_of, numbers), pay],
    }


def test_pages_are_turned_until_the_first_item_of_a_list_is_there() -> None:
    pattern = only(
        [
            paged(0, ["B-21", "B-18"]),
            paged(1, ["B-14", "B-10"]),
            paged(2, ["B-07", "B-03"]),
        ]
    )

    [slot] = pattern.slots
    turning, *_ = unfold(pattern.steps, pattern.slots, {slot.name: ["B-5", "B-6"]})
    assert turning.until is not None
    assert [one.name for one in turning.until.elements] == ["Select B-5"]


def test_a_number_says_how_often() -> None:
    pattern = only(
        [liked(n, who) for n, who in ((2, "ann"), (3, "bob"), (4, "cyd"), (5, "dee"))]
    )

    names = {slot.kind: slot.name for slot in pattern.slots}
    assert pattern.steps[0].repeat_for == names["number"]
    values = {slot.name: "x" for slot in pattern.slots} | {names["number"]: "7"}
    assert len(unfold(pattern.steps, pattern.slots, values)) == 7 + 1


@pytest.mark.parametrize("items", [[], ["one"], [f"item {n}" for n in range(30)]])
def test_a_list_may_have_any_length(items: list[str]) -> None:
    pattern = only(
        [tick(x, "".join(x)) for x in (["milk", "eggs"], ["tea", "jam", "oats"])]
    )

    [slot] = [slot for slot in pattern.slots if slot.is_list]
    values: dict[str, str | list[str]] = {s.name: "Save" for s in pattern.slots}
    plan = unfold(pattern.steps, pattern.slots, {**values, slot.name: items})

    assert len(plan) == len(items) + 1


def test_contradictory_bindings_are_kept_apart_with_the_reason() -> None:
    """The same wording, but another value of the text goes into the field."""

    def moved(source: str, target: str, typed: str, run: str) -> Run:
        return {
            "task": f"Move {source} to {target}",
            "app": "files",
            "outcome": "success",
            "source_task_id": run,
            "steps": [
                {"action": "type", "target": {"name": "Path"}, "value": typed},
                {"action": "click", "target": {"role": "button", "name": "OK"}},
            ],
        }

    runs = [
        moved("alpha", "inbox", "alpha", "a"),
        moved("beta", "trash", "beta", "b"),
        moved("gamma", "drafts", "gamma", "c"),
        moved("delta", "spam", "spam", "d"),
    ]

    done = built(runs)

    for pattern in done.patterns:
        for key in pattern.members:
            run = runs[int(key.removeprefix("task-"))]
            plan = unfold(pattern.steps, pattern.slots, pattern.bindings(key))
            assert plan[0].value == run["steps"][0]["value"]


def test_every_member_is_given_back() -> None:
    runs = [
        *(search(item, f"r{n}") for n, item in enumerate(ITEMS)),
        *(liked(n + 2, who) for n, who in enumerate(("ann", "bob", "cyd"))),
        *(looked_for(n, x) for n, x in enumerate(("Ivy", "Oak", "Elm"))),
    ]

    for pattern in built(runs).patterns:
        for key in pattern.members:
            text = runs[int(key.removeprefix("task-"))]["task"]
            assert normalize(pattern.fill(pattern.bindings(key))) == normalize(text)
