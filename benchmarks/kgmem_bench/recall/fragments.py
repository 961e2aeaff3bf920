"""`kgmem bench fragments`: a goal that no run reached, on pages that runs were on.

Each task of recorded apps is left out in turn, and all others are learned. At each of
its pages it is asked what comes next: is the element that its person chose among the
first three? Beside it the plan that a recall of the whole task gives: the first three
elements of the page that its steps are found on. And the same with nothing learned of
the app.
"""

import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kgmem import Trajectory
from kgmem.errors import InvalidInput
from kgmem.lab import CachedEmbedder, Embedder, offline_embedder
from kgmem_bench.common.report import Check, checks_table, machine, machine_line, table
from kgmem_bench.common.stand import settings_for_bench, stand
from kgmem_bench.data_sets import samples

DATA = "autodroid"
FIRST = 3
AIM = 0.10
"""More of the steps than by the plan of the whole task."""
Learned = Literal["all other tasks", "other apps alone"]
LEARNED: tuple[Learned, ...] = ("all other tasks", "other apps alone")


@dataclass(frozen=True, slots=True)
class Found:
    """How often the person's next element was named."""

    learned: Learned
    steps: int
    first: int
    """By `next_steps`, in the first place,"""
    among: int
    """among the first three,"""
    plan_first: int
    """and the same by the plan of a recall of the whole task."""
    plan_among: int
    direct: int
    """Tasks of which a recall says that its plan is replayed as it is."""


@dataclass(frozen=True, slots=True)
class FragmentsResult:
    """What was measured."""

    machine: dict[str, object]
    tasks: int
    found: list[Found]


def bench_fragments(data: Path, *, quick: bool = False) -> FragmentsResult:
    """All tasks, or each fifth. Raises InvalidInput where the set is not."""
    if not (data / DATA).is_dir():
        raise InvalidInput(f"{data} has no set {DATA}")
    runs = [
        one.trajectory.model_copy(update={"outcome": "success"})
        for one in samples(data / DATA)
    ]
    each, once = 5 if quick else 1, CachedEmbedder(offline_embedder()[0], size=20_000)
    found = [_found(learned, runs, each, once) for learned in LEARNED]
    return FragmentsResult(machine(), len(runs[::each]), found)


def _found(
    learned: Learned, runs: Sequence[Trajectory], each: int, embedder: Embedder
) -> Found:
    counts = Counter[str]()
    for run in runs[::each]:
        others = [one for one in runs if one.task != run.task]
        if learned == LEARNED[1]:
            others = [one for one in runs if one.app != run.app]
        for told in _counts(others, run, embedder):
            counts.update(told)
    return Found(learned, **counts)


def _counts(
    others: Sequence[Trajectory], run: Trajectory, embedder: Embedder
) -> Iterator[Mapping[str, int]]:
    """What is counted of one task."""
    with (
        tempfile.TemporaryDirectory(prefix="kgmem-bench-") as home,
        stand(settings_for_bench(Path(home)), embedder) as at,
    ):
        at.memory.learn_many(others)
        recalled = at.memory.recall(run.task, app=run.app)
        yield {"direct": recalled.route == "direct_replay"}
        plan = recalled.plan.steps if recalled.plan else ()
        for step in run.steps:
            if step.target is None or step.page_before is None:
                continue
            shown = step.page_before.elements
            told = at.memory.next_steps(run.task, shown, app=run.app, limit=FIRST)
            named = [one.target.element_id for one in told if one.target]
            places = dict.fromkeys(at.memory.locate(one, shown).index for one in plan)
            by_plan = [shown[n].element_id for n in places if n is not None][:FIRST]
            yield {
                "steps": True,
                "first": step.target.element_id in named[:1],
                "among": step.target.element_id in named,
                "plan_first": step.target.element_id in by_plan[:1],
                "plan_among": step.target.element_id in by_plan,
            }


def checks(result: FragmentsResult) -> list[Check]:
    """What is asked, and what was measured."""
    known, other = result.found
    more = (known.among - known.plan_among) / max(known.steps, 1)
    name = "next element among the first three, more than by the whole task's plan"
    return [
        Check(name, more, AIM, "", "high", "required"),
        Check(
            "tasks of apps never seen, direct", other.direct, 0, "", "low", "required"
        ),
    ]


def to_markdown(result: FragmentsResult) -> str:
    """The whole report."""
    head = [
        "learned",
        "steps",
        "next step, first",
        f"among {FIRST}",
        "whole task's plan, first",
        f"among {FIRST}",
        "tasks, direct",
    ]
    rows = [
        [
            one.learned,
            str(one.steps),
            *(
                f"{count / max(one.steps, 1):.2f}"
                for count in (one.first, one.among, one.plan_first, one.plan_among)
            ),
            str(one.direct),
        ]
        for one in result.found
    ]
    parts = [
        f"# Fragments: the next step of {result.tasks} tasks that no run did",
        machine_line(result.machine),
        "Each task is left out in turn. Counted are its steps whose person chose an "
        "element of the page.",
        table(head, rows),
        checks_table(checks(result)),
    ]
    return "\n\n".join(parts) + "\n"
