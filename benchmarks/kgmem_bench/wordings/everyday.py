"""`kgmem bench everyday`: is what was asked done, all of it and nothing else?

Kinds of tasks written without a look at the rules: three runs of each, with the
values, labels and rows of made-up apps. A memory learns all of a set and is asked for
new values in the same words, in other words, in the other language, and for something
that the path would do wrongly or not whole.
"""

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from kgmem import Plan, PlanStep
from kgmem.lab import CachedEmbedder, Embedder, offline_embedder
from kgmem_bench.common.report import Say, machine, say
from kgmem_bench.common.stand import Stand, settings_for_bench, stand

Relation = Literal["plain", "other_words", "other_language", "different"]
RELATIONS: Sequence[Relation] = ("plain", "other_words", "other_language", "different")
WRITTEN = Path(__file__).parents[1] / "data" / "everyday.json"
_GROUPING = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
QUICK = 4
"""Kinds of each set in a quick run."""
Kind = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked, and what became of it."""

    set: str
    language: str
    relation: Relation
    task: str
    route: str
    is_right: bool
    """Has the plan all values of the task, in the path's order?"""
    stops: bool
    """Does who follows it blindly stop before its end?"""
    told: str
    """What the plan binds, for reading."""
    codes: tuple[str, ...] = ()
    """Of what stood against a direct replay."""

    @property
    def is_direct(self) -> bool:
        """Is it replayed at once?"""
        return self.route == "direct_replay"

    @property
    def is_blind(self) -> bool:
        """Is it offered as a plan that is done to its end by who looks at nothing?"""
        return self.route == "adaptive_replay" and not self.stops


@dataclass(frozen=True, slots=True)
class EverydayResult:
    """All sets."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str
    data: str
    kinds: dict[str, int]
    """By set."""
    requests: list[Request]


def bench_everyday(
    written: Path | None = None,
    *,
    quick: bool = False,
    embedder: Embedder | None = None,
    tell: Say = say,
) -> EverydayResult:
    """Measure the sets of a file, or those that come with the bench."""
    once = CachedEmbedder(embedder or offline_embedder()[0], size=20_000)
    path = written or WRITTEN
    sets = json.loads(path.read_text(encoding="utf-8"))
    requests: list[Request] = []
    for name, kinds in sets.items():
        chosen = kinds[:QUICK] if quick else kinds
        with (
            tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder,
            stand(settings_for_bench(Path(folder)), once) as at,
        ):
            learn_kinds(chosen, at)
            found = list(asked_of(name, chosen, at))
        direct = sum(one.is_direct for one in found if one.relation == "different")
        tell(f"{name}: {len(found)} requests, {direct} of another sort direct")
        requests += found
    return EverydayResult(
        benchmark="everyday",
        machine=machine(),
        embedder=once.model,
        data=path.name,
        kinds={name: len(kinds) for name, kinds in sets.items()},
        requests=requests,
    )


def learn_kinds(kinds: Sequence[Kind], at: Stand) -> None:
    """Learn all runs of the kinds, and what they have in common."""
    at.memory.learn_many([
        {**run, "app": kind["app"], "outcome": "success", "judge": "bench"}
        for kind in kinds
        for run in kind["runs"]
    ])  # fmt: skip
    at.memory.generalize()


def asked_of(name: str, kinds: Sequence[Kind], at: Stand) -> Iterator[Request]:
    """All requests of the kinds, asked of a memory that has learned them."""
    for kind in kinds:
        for relation in RELATIONS:
            for asked in kind[relation]:
                yield _asked(name, kind, relation, asked, at)


def _asked(name: str, kind: Kind, relation: Relation, asked: Any, at: Stand) -> Request:
    """`asked` is a text, or for tasks of the kind one with its values."""
    task = asked if isinstance(asked, str) else asked["task"]
    values = () if isinstance(asked, str) else asked["values"]
    before = Counter(at.memory.metrics().refused_plans)
    found = at.memory.recall(task, app=kind["app"])
    codes = Counter(at.memory.metrics().refused_plans) - before
    plan = found.plan
    return Request(
        set=name,
        language=_language(kind["runs"][0]["task"]),
        relation=relation,
        task=task,
        route=found.route,
        is_right=relation != "different" and plan is not None and has_all(plan, values),
        stops=bool(plan and (plan.asks or plan.further)),
        told=json.dumps(plan.bindings, ensure_ascii=False) if plan else "",
        codes=tuple(sorted(codes)),
    )


def _language(task: str) -> str:
    return "zh" if any("\u4e00" <= sign <= "\u9fff" for sign in task) else "en"


def has_all(plan: Plan, values: Sequence[str]) -> bool:
    """Do the plan's steps have these values, one after the other? A step has one that
    it enters, or that its element or what is around it is called by."""
    return in_order([" ".join(_texts(step)) for step in plan.steps], values)


def in_order(steps: Sequence[str], values: Sequence[str]) -> bool:
    """Do the texts of the steps have these values, one after the other?"""
    plain = [_plain(text) for text in steps]
    at = 0
    for value in values:
        while at < len(plain) and _plain(value) not in plain[at]:
            at += 1
        if at == len(plain):
            return False
    return True


def _texts(step: PlanStep) -> Iterator[str]:
    yield step.value or ""
    if step.target is not None:
        yield step.target.name or ""
        yield from step.target.container


def _plain(text: str) -> str:
    """With amounts as numbers: 2,005.20 is entered as 2005.20 where all were so."""
    plain = " ".join(text.casefold().split()).strip(" .,\"'“”《》")
    return _GROUPING.sub("", plain)
