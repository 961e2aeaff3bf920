"""`kgmem bench mail`: other people's words for a few intents on one page.

Of each intent the runs of k wordings are learned; all other wordings are asked. Is what
would be done of the intent that was meant? Beside it: the nearest learned request.
"""

import random
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kgmem.errors import InvalidInput
from kgmem.lab import CachedEmbedder, Embedder, offline_embedder
from kgmem.samples import Sample
from kgmem_bench.common.report import Say, machine, say
from kgmem_bench.common.stand import Stand, settings_for_bench, stand
from kgmem_bench.data_sets import mail, samples

KS = (1, 3, 10)
DRAWS = 3
"""Choices of wordings."""
RUNS = 2
"""Runs of a wording that are learned."""
ASKED = 60
"""Requests that are asked in each draw."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, and what would be done."""

    k: int
    draw: int
    text: str
    meant: str
    route: str
    done: str | None
    """The intent of the plan's origin; None without a plan."""
    shown: str | None
    """The same, or without a plan that of the best run that is shown."""
    nearest: str
    """The intent of the nearest learned request."""

    @property
    def is_wrong(self) -> bool:
        return self.done is not None and self.done != self.meant


@dataclass(frozen=True, slots=True)
class MailResult:
    """All draws."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str
    data: str
    asked: list[Asked]


def bench_mail(
    data: Path,
    *,
    quick: bool = False,
    embedder: Embedder | None = None,
    tell: Say = say,
) -> MailResult:
    """Measure the set below `data`. Raises InvalidInput where it is not there."""
    folder = data / mail.SET
    if not folder.is_dir():
        raise InvalidInput(f"data: {folder} is not there; the set is not shipped")
    found = [one for one in samples(folder) if one.trajectory.steps]
    once = CachedEmbedder(embedder or offline_embedder()[0], size=20_000)
    asked: list[Asked] = []
    for draw in range(1 if quick else DRAWS):
        for k in KS:
            asked += drawn(found, k, draw, once)
            tell(f"draw {draw + 1}, {k} wordings of each intent")
    return MailResult("mail", machine(), once.model, data.name, asked)


def drawn(
    found: Sequence[Sample], k: int, draw: int, embedder: Embedder
) -> Iterator[Asked]:
    """The requests of one draw, where k wordings of each intent are learned."""
    learned, others = _divided(found, k, random.Random(draw))
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
        settings = settings_for_bench(Path(folder))
        with stand(settings, embedder) as at:
            report = at.memory.learn_many([one.trajectory for one in learned])
            at.memory.generalize()
            intents = {
                item.experience_id: str(one.group)
                for one, item in zip(learned, report.items, strict=True)
            }
            vectors = embedder.embed([one.trajectory.task for one in learned])
            for one in others:
                text = one.trajectory.task
                near = int(np.argmax(vectors @ embedder.embed([text])[0]))
                route, done, shown = _done(at, text, intents)
                nearest = str(learned[near].group)
                yield Asked(k, draw, text, str(one.group), route, done, shown, nearest)


def _divided(
    found: Sequence[Sample], k: int, chance: random.Random
) -> tuple[list[Sample], list[Sample]]:
    """Successes of k wordings of each intent, and requests in other wordings."""
    by_wording: dict[tuple[str, str], list[Sample]] = defaultdict(list)
    for one in found:
        by_wording[str(one.group), one.slots["wording"]].append(one)
    learned: list[Sample] = []
    chosen: set[tuple[str, str]] = set()
    for intent in sorted({str(one.group) for one in found}):
        good = {
            key: [one for one in listed if one.trajectory.outcome == "success"]
            for key, listed in by_wording.items()
            if key[0] == intent
        }
        named = sorted(key for key, listed in good.items() if listed)
        for key in chance.sample(named, min(k, len(named))):
            chosen.add(key)
            learned += good[key][:RUNS]
    rest = [one for key, listed in by_wording.items() if key not in chosen
            for one in listed[:1]]  # fmt: skip
    return learned, chance.sample(rest, min(ASKED, len(rest)))


def _done(
    at: Stand, text: str, intents: Mapping[str, str]
) -> tuple[str, str | None, str | None]:
    """The route, the intent that most runs of the plan's origin had, and the same or
    that of the best run that is shown."""
    found = at.memory.recall(text, app="mail")
    plan = found.plan
    if plan is None:
        best = found.experiences[0].experience_id if found.experiences else ""
        return found.route, None, intents.get(best)
    if plan.origin.kind == "experience":
        done = intents.get(plan.origin.id)
        return found.route, done, done
    cases = at.memory.pattern(plan.origin.id).success_cases
    known = [intents[one] for one in cases if one in intents]
    done = max(sorted(set(known)), key=known.count, default=None)
    return found.route, done, done
