"""`kgmem bench wordings`: is a known task found in other words, or in another language?

A memory learns some tasks of each kind in one wording. Others of the kind are asked in
other words: the plan that is offered must be the kind's, with all values; what asks for
more, is only alike or is of no known kind must never be replayed directly.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kgmem import Plan, Recollection
from kgmem.lab import CachedEmbedder, Embedder, offline_embedder
from kgmem_bench.common.report import Say, machine, say
from kgmem_bench.common.stand import Stand, settings_for_bench, stand
from kgmem_bench.wordings.wording_sets import (
    Asked,
    Relation,
    WordingSet,
    field_name,
    wording_sets,
)

WRITTEN = Path(__file__).parents[1] / "data" / "rewordings.json"
"""Wordings by somebody who had not seen the rules."""


SAME: Sequence[Relation] = ("other words", "other language")
"""Relations of tasks that a known path does, in other words than it was learned in."""
DONE: Sequence[Relation] = (*SAME, "values swapped")
"""Relations of tasks that a known path does."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What became of one task."""

    set: str
    kind: str
    relation: Relation
    task: str
    route: str
    is_kind: bool
    """Is the plan the kind's?"""
    right: int
    """Fields with the task's value, of `fields`."""
    wrong: int
    """Fields with another value."""
    fields: int
    told: Mapping[str, str]
    """What is entered, by label, for reading."""
    stops: bool = False
    """Does following it stop before its end: for a value, or for what the plan says
    that it does not do?"""
    later: str | None = None
    """The route for the very same task after a success was reported of the plan that
    was offered; None where none was reported."""
    later_right: bool = False
    """And is the plan then the kind's, with all values?"""
    after_all: str = ""
    """The route after the successes of all right plans of the set were reported,"""
    after_all_right: bool = False
    """and whether the plan is right for it."""

    @property
    def is_offered(self) -> bool:
        """Is there a plan to replay or to adapt?"""
        return self.route in ("direct_replay", "adaptive_replay")

    @property
    def is_to_follow(self) -> bool:
        """Would it be done to its end by who follows it blindly?"""
        return self.is_offered and not self.stops

    @property
    def is_right(self) -> bool:
        """Is it the kind's plan with all of the task's values?"""
        return self.is_offered and self.is_kind and self.right == self.fields

    @property
    def is_safe(self) -> bool:
        """Is it the kind's plan, with the task's values or slots that ask for them?"""
        return self.is_offered and self.is_kind and not self.wrong


@dataclass(frozen=True, slots=True)
class WordingsResult:
    """All sets."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str
    data: str
    offers: list[Offer]


def bench_wordings(
    data: Path | None = None,
    written: Path | None = None,
    *,
    embedder: Embedder | None = None,
    only: str | None = None,
    tell: Say = say,
) -> WordingsResult:
    """Measure the sets; with `only`, those whose name has these words."""
    once = CachedEmbedder(embedder or offline_embedder()[0], size=20_000)
    offers: list[Offer] = []
    for one in wording_sets(data, written or WRITTEN):
        if only and only not in one.name:
            continue
        found = _measure(one, once)
        right = sum(offer.is_right for offer in found)
        tell(f"{one.name}: {right} of {len(found)} offered with all values")
        offers += found
    return WordingsResult(
        benchmark="wordings",
        machine=machine(),
        embedder=once.model,
        data=data.name if data else "own",
        offers=offers,
    )


@contextmanager
def learned(one: WordingSet, embedder: Embedder) -> Iterator[Stand]:
    """A memory that knows what the set's tasks are learned from."""
    with (
        tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder,
        stand(settings_for_bench(Path(folder)), embedder) as at,
    ):
        at.memory.learn_many(list(one.learned))
        at.memory.generalize()
        yield at


def offers_of(one: WordingSet, found: Sequence[Recollection]) -> list[Offer]:
    """What became of the set's tasks, given what was recalled for each."""
    return [_offer(f, one.name, a) for f, a in zip(found, one.asked, strict=True)]


def _measure(one: WordingSet, embedder: Embedder) -> list[Offer]:
    with learned(one, embedder) as at:
        asked = one.asked
        found = [recalled(at, each) for each in asked]
        offers = offers_of(one, found)
        for plan, offer in zip((f.plan for f in found), offers, strict=True):
            if plan and offer.is_right and offer.relation in SAME:
                at.memory.report(plan, "success", judge="bench")
        later = offers_of(one, [recalled(at, each) for each in asked])
        return [_with_later(b, a) for b, a in zip(offers, later, strict=True)]


def _with_later(before: Offer, after: Offer) -> Offer:
    right = after.is_right and after.relation in DONE
    told = replace(before, after_all=after.route, after_all_right=right)
    if not (before.is_right and before.relation in SAME):
        return told
    return replace(told, later=after.route, later_right=right)


def recalled(at: Stand, asked: Asked) -> Recollection:
    """What the memory says to the task."""
    return at.memory.recall(asked.task, app=asked.app)


def _offer(found: Recollection, name: str, asked: Asked) -> Offer:
    entered = _entered(found.plan)
    own = {
        field: value
        for label, value in entered.items()
        if (field := field_name(label, asked.kind)) is not None
    }
    is_same = {
        field: _plain(own.get(field, "")) == _plain(value)
        for field, value in asked.values.items()
    }
    return Offer(
        set=name,
        kind=asked.kind,
        relation=asked.relation,
        task=asked.task,
        route=found.route,
        is_kind=_opens(found.plan) == f"Page {asked.kind}",
        right=sum(is_same.values()),
        wrong=sum(bool(own.get(f)) and not same for f, same in is_same.items()),
        fields=len(asked.values),
        told=entered,
        stops=bool(found.plan and (found.plan.asks or found.plan.further)),
    )


def _entered(plan: Plan | None) -> dict[str, str]:
    steps = plan.steps if plan else ()
    return {
        step.target.name or "": step.value or ""
        for step in steps
        if step.action == "type" and step.target and not step.asks
    }


def _opens(plan: Plan | None) -> str | None:
    """The link that a plan begins with; it is named after its kind."""
    first = plan.steps[0].target if plan and plan.steps else None
    return first.name if first else None


def _plain(value: str) -> str:
    return " ".join(value.casefold().split()).strip(" .,\"'“”")
