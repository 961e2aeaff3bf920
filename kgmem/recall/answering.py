"""request -> an answer that still holds, or a recall -> counted."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from uuid import uuid4

from kgmem.model.recollection import Recollection, Stage
from kgmem.recall.caching.cache import AnswerCache
from kgmem.recall.caching.question import question_key
from kgmem.recall.flow import Recalled
from kgmem.recall.request import Request
from kgmem.spans import span

CACHE = "cache"
"""The stage that answers in the place of all others,"""
LEVEL = "L1"
"""and its reason."""
BY_SERVICES = frozenset({"judge", "rerank (remote)"})
"""Stages of which an answer is kept only where they did what they are for."""


CountRecall = Callable[[str, str, float, Iterable[Stage], Iterable[str]], None]
"""Counts a recall of a space by its route, seconds, stages and refusals."""


@dataclass(frozen=True, slots=True)
class CountedRecall:
    """The recall flow, what keeps its answers, and who counts what comes of it."""

    recall: Callable[[Request], Recalled]
    count: CountRecall
    version: Callable[[], str] = str
    """Another one after each write."""
    cache: AnswerCache | None = None

    def __call__(self, request: Request) -> Recollection:
        start = time.perf_counter()
        with span("recall", space=request.space) as spanned:
            answer, is_kept = self._kept_or_new(request)
            found = answer.found
            if spanned is not None:
                spanned.set_attribute("kgmem.route", found.route)
        took = time.perf_counter() - start
        stages = () if is_kept else found.stages
        if is_kept:
            found = again(found, took)
        self.count(request.space, found.route, took, stages, answer.refused)
        return found

    def look(self, request: Request) -> Recollection:
        """The same for a person who looks at it: that is no recall to be counted."""
        return self._kept_or_new(request)[0].found

    def _kept_or_new(self, request: Request) -> tuple[Recalled, bool]:
        """The answer, and whether it was kept."""
        cache, key = self.cache, question_key(request)
        if cache is None or key is None:
            return self.recall(request), False
        version = self.version()
        kept = cache.get(key, version)
        if kept is not None:
            return kept, True
        answer = self.recall(request)
        if holds(answer.found):
            cache.put(key, version, answer)
        return answer, False


def holds(found: Recollection) -> bool:
    """Would the same come again? Not where a stage could not run."""
    return all(
        one.status == "ok" or (one.status == "skipped" and one.name not in BY_SERVICES)
        for one in found.stages
    )


def again(found: Recollection, seconds: float) -> Recollection:
    """The answer as it is given once more: its plan is another one, so that what comes
    of it counts for itself."""
    stage = Stage(name=CACHE, status="ok", reason=LEVEL, ms=seconds * 1e3, found=1)
    told: dict[str, object] = {"stages": (stage, *found.stages)}
    if found.plan is not None:
        told["plan"] = found.plan.model_copy(update={"plan_id": str(uuid4())})
    return found.model_copy(update=told)
