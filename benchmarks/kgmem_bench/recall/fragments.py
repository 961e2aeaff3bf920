"""`kgmem bench fragments`: a goal that no run reached, on pages that runs were on.

Each task of recorded apps is left out in turn, and all others are learned. At each of
its pages it is asked what comes next: is the element that its person chose among the
first three? Beside it the plan that a recall of the whole task gives: the first three
elements of the page that its steps are found on. And the same with nothing learned of
the app. Then look-alike sites, one of each pair never seen.
"""

import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kgmem import Memory, Trajectory
from kgmem.errors import InvalidInput
from kgmem.lab import CachedEmbedder, Embedder, offline_embedder
from kgmem_bench.common.report import Check, checks_table, machine, machine_line, table
from kgmem_bench.common.stand import settings_for_bench, stand
from kgmem_bench.data_sets import samples
from kgmem_bench.recall import look_alikes

DATA = "autodroid"
FIRST = 3
AIM, OFFERED = 0.10, 0.60
"""More of the steps than by the plan of the whole task; share of look-alike sites."""
SITES = "look-alike sites never seen"
Learned = Literal["all other tasks", "other apps alone"]
LEARNED: tuple[Learned, ...] = ("all other tasks", "other apps alone")


@dataclass(frozen=True, slots=True)
class FragmentsResult:
    """What was measured."""

    machine: dict[str, object]
    tasks: int
    found: dict[Learned, Counter[str]]
    """How often the person's next element was named, by what is learned: `first` and
    `among` the first three by `next_steps`, `plan_first` and `plan_among` by the plan
    of the whole task; and how many tasks are replayed as they are, `direct`."""
    sites: dict[str, dict[str, Counter[str]]]
    """What comes of look-alike sites, by what is learned and kind."""


def bench_fragments(data: Path, *, quick: bool = False) -> FragmentsResult:
    """All tasks, or each fifth. Raises InvalidInput where the set is not."""
    if not (data / DATA).is_dir():
        raise InvalidInput(f"{data} has no set {DATA}")
    runs = [
        one.trajectory.model_copy(update={"outcome": "success"})
        for one in samples(data / DATA)
    ]
    each, once = 5 if quick else 1, CachedEmbedder(offline_embedder()[0], size=20_000)
    found = {learned: _found(learned, runs, each, once) for learned in LEARNED}
    pairs, sites = look_alikes.pairs(), {}
    for beside, others in (("nothing", []), ("tasks of recorded apps", runs)):
        with _learned([*map(look_alikes.known, pairs), *others], once) as memory:
            sites[beside] = look_alikes.asked(memory, pairs[::2])
    return FragmentsResult(machine(), len(runs[::each]), found, sites)


@contextmanager
def _learned(runs: Sequence[Trajectory], embedder: Embedder) -> Iterator[Memory]:
    with (
        tempfile.TemporaryDirectory(prefix="kgmem-bench-") as home,
        stand(settings_for_bench(Path(home)), embedder) as at,
    ):
        at.memory.learn_many(runs)
        yield at.memory


def _found(
    learned: Learned, runs: Sequence[Trajectory], each: int, embedder: Embedder
) -> Counter[str]:
    counts = Counter[str]()
    for run in runs[::each]:
        others = [one for one in runs if one.task != run.task]
        if learned == LEARNED[1]:
            others = [one for one in runs if one.app != run.app]
        for told in _counts(others, run, embedder):
            counts.update(told)
    return counts


def _counts(
    others: Sequence[Trajectory], run: Trajectory, embedder: Embedder
) -> Iterator[Mapping[str, int]]:
    """What is counted of one task."""
    with _learned(others, embedder) as memory:
        recalled = memory.recall(run.task, app=run.app)
        yield {"direct": recalled.route == "direct_replay"}
        plan = recalled.plan.steps if recalled.plan else ()
        for step in run.steps:
            if step.target is None or step.page_before is None:
                continue
            shown = step.page_before.elements
            told = memory.next_steps(run.task, shown, app=run.app, limit=FIRST)
            named = [one.target.element_id for one in told if one.target]
            places = dict.fromkeys(memory.locate(one, shown).index for one in plan)
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
    known, other = result.found.values()
    more = (known["among"] - known["plan_among"]) / max(known["steps"], 1)
    name = "next element among the first three, more than by the whole task's plan"
    seen = "tasks of apps never seen, direct"
    kinds = [told for every in result.sites.values() for told in every.values()]
    direct = sum(told["direct"] for told in kinds)
    offered = min(map(_offered, result.sites.values()))
    return [
        Check(name, more, AIM, "", "high", "required"),
        Check(seen, other["direct"], 0, "", "low", "required"),
        Check(f"{SITES}, steps offered", offered, OFFERED, "", "high", "required"),
        Check(f"{SITES}, direct", direct, 0, "", "low", "required"),
    ]


def _offered(kinds: Mapping[str, Counter[str]]) -> float:
    """Of the pairs that are no traps, those whose steps are offered."""
    every = sum((told for kind, told in kinds.items() if kind != "trap"), Counter())
    return every["right"] / every["pairs"]


def to_markdown(result: FragmentsResult) -> str:
    """The whole report."""
    named, among = ["first", "among", "plan_first", "plan_among"], f"among {FIRST}"
    head = ["learned", "steps", "next step, first", among]
    head += ["whole task's plan, first", among, "tasks, direct"]
    rows = []
    for learned, told in result.found.items():
        shares = (f"{told[what] / max(told['steps'], 1):.2f}" for what in named)
        rows.append([learned, str(told["steps"]), *shares, str(told["direct"])])
    sites = [
        [beside, kind, *(told[what] for what in look_alikes.HEAD)]
        for beside, kinds in result.sites.items()
        for kind, told in kinds.items()
    ]
    parts = [
        f"# Fragments: the next step of {result.tasks} tasks that no run did",
        machine_line(result.machine),
        "Each task is left out in turn. Counted are its steps whose person chose an "
        "element of the page.",
        table(head, rows),
        "Of look-alike sites one is known, and the other's goal is asked on its first "
        "page. Right: adaptive, with just the steps that are to be done there.",
        table(["learned beside", "kind", *look_alikes.HEAD], sites),
        checks_table(checks(result)),
    ]
    return "\n\n".join(parts) + "\n"
