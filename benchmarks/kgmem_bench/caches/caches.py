"""Processor time of a recall that a level answers, beside one that is made anew; with
ready vectors, since those of texts have a cache of their own."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from kgmem import Memory, Recollection
from kgmem_bench.common.report import Check, commit, table
from kgmem_bench.common.synthetic import SyntheticRuns
from kgmem_bench.common.synthetic_embedder import SyntheticEmbedder
from kgmem_bench.stores.stand import settings_for_bench

ROUNDS = 5
AHEAD = 2.0
"""Seconds after opening, by which what is read ahead was read."""


@dataclass(frozen=True, slots=True)
class Level:
    """Milliseconds of a recall, of processor time but for the network."""

    name: str
    anew: float
    hit: float
    miss_more: float
    """What looking in vain adds."""

    @property
    def pays_from(self) -> float:
        """The share of hits from which it saves more than it costs."""
        saved = self.anew - self.hit
        return self.miss_more / (saved + self.miss_more) if saved > 0 else 1.0


@dataclass(frozen=True, slots=True)
class CacheCosts:
    """All levels that were measured."""

    commit: str | None
    runs: int
    levels: tuple[Level, ...]


def bench_caches(runs: int, questions: int, redis_url: str | None) -> CacheCosts:
    """Over an embedded memory of so many runs."""
    made = SyntheticRuns()
    with TemporaryDirectory() as folder:
        home = Path(folder)
        with _opened(home, cache_answers=0) as memory:
            memory.learn_many(made.run(n) for n in range(runs))
            memory.generalize()
        asked = [made.known(n, runs) for n in range(questions)]
        texts = [(one.text, one.app) for one in asked]
        levels = [_first(home, texts), _second(home, texts, redis_url)]
        levels.append(_third(home, texts))
    return CacheCosts(commit(), runs, tuple(levels))


def _opened(home: Path, **more: Any) -> Memory:
    settings = settings_for_bench(home, "arcadedb").model_copy(
        update={"generalize_after": 0, **more}
    )
    return Memory.connect(settings=settings, embedder=SyntheticEmbedder())


def _each(work: Callable[[], object], n: int) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) / n * 1e3


def _recalls(memory: Memory, asked: Sequence[tuple[str, str | None]]) -> float:
    return _each(lambda: [memory.recall(t, app=app) for t, app in asked], len(asked))


def _first(home: Path, asked: Sequence[tuple[str, str | None]]) -> Level:
    with _opened(home, cache_answers=0) as memory:
        _recalls(memory, asked)
        anew = median(_recalls(memory, asked) for _ in range(ROUNDS))
    with _opened(home, cache_answers=1) as memory:  # each asked in turn: all in vain
        _recalls(memory, asked)
        miss = median(_recalls(memory, asked) for _ in range(ROUNDS))
    with _opened(home, cache_answers=len(asked)) as memory:
        _recalls(memory, asked)
        hit = median(_recalls(memory, asked) for _ in range(ROUNDS))
    return Level("L1, in process", anew, hit, max(miss - anew, 0.0))


def _second(
    home: Path, asked: Sequence[tuple[str, str | None]], redis_url: str | None
) -> Level:
    """Answers as text and, with a Redis, the waiting for it; without one, the text
    alone."""
    with _opened(home, cache_answers=0) as memory:
        _recalls(memory, asked)
        anew = median(_recalls(memory, asked) for _ in range(ROUNDS))
        found = [memory.recall(text, app=app) for text, app in asked]
    told = [one.model_dump_json().encode() for one in found]
    write = _each(lambda: [one.model_dump_json() for one in found], len(found))
    read = _each(lambda: [Recollection.model_validate_json(t) for t in told], len(told))
    there, lacking = _waited(redis_url, told) if redis_url else (0.0, 0.0)
    return Level("L2, in Redis", anew, read + there, write + lacking)


def _waited(url: str, told: Sequence[bytes]) -> tuple[float, float]:
    """Milliseconds of a look that finds something, and of one that does not."""
    from kgmem.lab import RedisTexts

    kept = RedisTexts.at(url, timeout=5, ttl=60)
    try:
        for n, text in enumerate(told):
            kept.put(f"kgmem-bench:{n}", text)
            kept.get(f"kgmem-bench:{n}")
        waits = []
        for key in ("kgmem-bench", "kgmem-bench-none"):
            start = time.perf_counter()
            for n in range(len(told)):
                kept.get(f"{key}:{n}")
            waits.append((time.perf_counter() - start) / len(told) * 1e3)
    finally:
        kept.close()
    return waits[0], waits[1]


def _third(home: Path, asked: Sequence[tuple[str, str | None]]) -> Level:
    """The first recalls after opening, with the newest and most used runs read ahead,
    and without; reading them goes on beside."""
    few = asked[:50]
    anew = _first_recalls(home, few, preload=0)
    hit = _first_recalls(home, few, preload=50)
    return Level("L3, 50 tasks read ahead", anew, hit, 0.0)


def _first_recalls(
    home: Path, asked: Sequence[tuple[str, str | None]], preload: int
) -> float:
    taken = []
    for _ in range(3):
        with _opened(home, cache_answers=0, preload=preload) as memory:
            time.sleep(AHEAD)
            memory.recall("something else, so that all is loaded")
            taken.append(_recalls(memory, asked))
    return median(taken)


def checks(result: CacheCosts) -> list[Check]:
    """A level that is on by default pays from few hits."""
    first = result.levels[0]
    return [
        Check("hits from which L1 pays", first.pays_from, 0.1, "", "low", "required")
    ]


def to_markdown(result: CacheCosts) -> str:
    """As the page has it."""
    rows = [
        (
            level.name,
            f"{level.anew:.2f}",
            f"{level.hit:.2f}",
            f"{level.miss_more:.2f}",
            f"{level.pays_from:.1%}",
        )
        for level in result.levels
    ]
    head = ("level", "anew, ms", "hit, ms", "a miss adds, ms", "pays from hits of")
    return f"Commit {result.commit}, {result.runs} runs.\n\n{table(head, rows)}\n"
