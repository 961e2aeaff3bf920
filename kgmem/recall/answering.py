"""request -> answer, counted: what a memory does with a recall."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from kgmem.model.recollection import Recollection, Stage
from kgmem.recall.flow import Answer
from kgmem.recall.request import Request
from kgmem.spans import span


class CountRecall(Protocol):
    """Counts a recall of a space."""

    def __call__(
        self,
        space: str,
        route: str,
        seconds: float,
        stages: Iterable[Stage],
        codes: Iterable[str],
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class CountedRecall:
    """The recall flow, and who counts what comes of it."""

    recall: Callable[[Request], Answer]
    count: CountRecall

    def __call__(self, request: Request) -> Recollection:
        start = time.perf_counter()
        with span("recall", space=request.space) as spanned:
            answer = self.recall(request)
            found = answer.found
            if spanned is not None:
                spanned.set_attribute("kgmem.route", found.route)
        took = time.perf_counter() - start
        self.count(request.space, found.route, took, found.stages, answer.refused)
        return found
