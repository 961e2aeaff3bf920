"""Many runs or facts, sent in parts of a bounded size, and one receipt for them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from kgmem import FactReport, InvalidInput, ItemError, Learned, LearnReport
from kgmem_serve.client.calls import Progress
from kgmem_serve.wire.sending import sent

MOST = 500
"""Things in one request,"""
MOST_BYTES = 1 << 20
"""and bytes, but for one thing that is longer."""

R = TypeVar("R", LearnReport, FactReport)


@dataclass
class RequestPart:
    """What goes in one request."""

    name: str
    """Of the argument."""
    texts: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    refused: list[ItemError] = field(default_factory=list)
    """What can't be sent."""
    size: int = 0
    seen: int = 0
    """How many things were taken until its end."""

    @property
    def content(self) -> bytes:
        return f'{{"{self.name}":[{",".join(self.texts)}]}}'.encode()

    def take(self, place: int, one: object) -> None:
        self.seen = place + 1
        try:
            text = sent(f"{self.name}[{place}]", one)
        except InvalidInput as error:
            self.refused.append(_refused(place, one, error))
            return
        self.texts.append(text)
        self.places.append(place)
        self.size += len(text)

    @property
    def is_full(self) -> bool:
        return len(self.texts) >= MOST or self.size >= MOST_BYTES


def _refused(place: int, one: object, error: InvalidInput) -> ItemError:
    known = one.get("source_task_id") if isinstance(one, Mapping) else None
    named = known if isinstance(known, str) else None
    return ItemError(index=place, source_task_id=named, error=str(error))


def parts(name: str, given: object) -> Iterator[RequestPart]:
    """What is given in parts; at least one. Raises InvalidInput unless it is many."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise InvalidInput(f"{name}: a list is needed, not {type(given).__name__}")
    part = RequestPart(name)
    for place, one in enumerate(given):
        if part.is_full:
            yield part
            part = RequestPart(name)
        part.take(place, one)
    yield part


@dataclass
class Receipt:
    """The receipts of the parts, joined; what failed is told by its place in all."""

    given: object
    progress: Progress | None
    started: float = field(default_factory=time.perf_counter)
    errors: list[ItemError] = field(default_factory=list)
    reports: list[Any] = field(default_factory=list)
    places: list[Sequence[int]] = field(default_factory=list)
    seen: int = 0

    def add(self, part: RequestPart, report: LearnReport | FactReport) -> None:
        """One more part is done."""
        told = (_at(part.places[one.index], one) for one in report.errors)
        self.errors += [*part.refused, *told]
        self.reports.append(report)
        self.places.append(part.places)
        self.seen = max(self.seen, part.seen)
        total = len(self.given) if isinstance(self.given, Sequence) else None
        if self.progress and part.seen:
            self.progress(part.seen, total)

    def learned(self) -> LearnReport:
        """Of `learn_many`."""
        items: list[Learned] = [one for report in self.reports for one in report.items]
        return LearnReport(items=tuple(items), **self._summed("stored", "duplicates"))

    def stated(self) -> FactReport:
        """Of `add_facts`."""
        ids: list[str | None] = [None] * self.seen
        for places, report in zip(self.places, self.reports, strict=True):
            for place, one in zip(places, report.ids, strict=True):
                ids[place] = one
        counts = self._summed("stored", "strengthened", "unchanged")
        return FactReport(ids=tuple(ids), **counts)

    def _summed(self, *names: str) -> dict[str, Any]:
        errors = sorted(self.errors, key=lambda one: one.index)
        return {
            **{n: sum(getattr(one, n) for one in self.reports) for n in names},
            "failed": len(errors),
            "errors": tuple(errors),
            "seconds": time.perf_counter() - self.started,
        }


def _at(place: int, error: ItemError) -> ItemError:
    return error.model_copy(update={"index": place})
