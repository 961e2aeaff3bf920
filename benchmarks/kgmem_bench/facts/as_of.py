"""Facts that change: is what held, and what was known, told right?

Made histories are told to a memory, in the order of their recording or shuffled, and
asked for what held at a day as it was known at another. The answers are compared to a
definition (`holds`) that shares no code with the memory: it walks through a history
from its beginning for each question.
"""

import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from kgmem import Memory
from kgmem_bench.common.report import Check, machine, machine_line
from kgmem_bench.common.report import table as markdown_table
from kgmem_bench.common.synthetic_embedder import SyntheticEmbedder
from kgmem_bench.facts.as_of_history import (
    DAY_0,
    DAYS,
    MULTI,
    SINGLE,
    SOURCES,
    STYLES,
    Told,
    history,
    holds,
)
from kgmem_bench.stores.clocks import TimedEmbedder


@dataclass(slots=True)
class Score:
    """Right and wrong objects over all questions of one sort."""

    style: str
    order: str
    way: str
    questions: int = 0
    hits: int = 0
    told: int = 0
    wanted: int = 0
    exact: int = 0

    def count(self, told: set[str], wanted: set[str]) -> None:
        """One more question."""
        self.questions += 1
        self.hits += len(told & wanted)
        self.told += len(told)
        self.wanted += len(wanted)
        self.exact += told == wanted

    @property
    def precision(self) -> float:
        """Of the objects that were told, the share that is right."""
        return self.hits / self.told if self.told else 1.0

    @property
    def recall(self) -> float:
        """Of the right objects, the share that was told."""
        return self.hits / self.wanted if self.wanted else 1.0


@dataclass(frozen=True, slots=True)
class Speed:
    """What taking in many facts takes."""

    facts: int
    seconds: float
    """Without embedding."""
    embedding: float

    @property
    def rate(self) -> float:
        """Facts a second, without embedding."""
        return self.facts / self.seconds


@dataclass(frozen=True, slots=True)
class AsOfResult:
    """Everything that was measured."""

    machine: dict[str, Any]
    seeds: Sequence[int]
    subjects: int
    scores: Sequence[Score]
    speed: Speed


# --- the definition -----------------------------------------------------------------


# --- measuring ----------------------------------------------------------------------


def bench_as_of(
    seeds: Sequence[int] = range(1_000, 1_005),
    subjects: int = 40,
    questions: int = 12,
    facts: int = 5_000,
) -> AsOfResult:
    """Precision and recall on histories of these seeds, and the speed of an import."""
    facts_of_machine, scores = machine(), dict[tuple[str, str, str], Score]()
    for seed in seeds:
        for order in ("in order", "shuffled"):
            with tempfile.TemporaryDirectory() as folder:
                _ask_one(Path(folder), seed, order, subjects, questions, scores)
    found = tuple(scores.values())
    return AsOfResult(facts_of_machine, tuple(seeds), subjects, found, _speed(facts))


def _ask_one(
    folder: Path,
    seed: int,
    order: str,
    subjects: int,
    questions: int,
    scores: dict[tuple[str, str, str], Score],
) -> None:
    draw = random.Random(f"{seed} {order}")
    told = {
        (f"{style} person {n}", style): history(seed, f"{style} person {n}", style)
        for style in STYLES
        for n in range(subjects)
    }
    with Memory.open(folder / "memory", embedder=SyntheticEmbedder()) as memory:
        memory.declare_predicate(SINGLE, single_valued=True)
        everything = [one for history in told.values() for one in history]
        everything.sort(key=lambda one: one.at)
        if order == "shuffled":
            draw.shuffle(everything)
            # What is to be retracted has to be there.
            everything.sort(key=lambda one: one.retracted)
        _tell(memory, everything)
        for (subject, style), said in told.items():
            for _ in range(questions):
                as_of = draw.randrange(-100, DAYS + 500)
                known_at = draw.choice([DAYS + 2_000, draw.randrange(0, DAYS + 1_000)])
                wanted = holds(said, as_of, known_at)
                facts = memory.facts(
                    subject,
                    said[0].predicate,
                    as_of=_moment(as_of),
                    known_at=_moment(known_at),
                )
                answers = {
                    "memory": {fact.object or "" for fact in facts},
                    "last recorded": _last_recorded(said, as_of, known_at),
                }
                for way, answer in answers.items():
                    key = style, order, way
                    scores.setdefault(key, Score(*key)).count(answer, wanted)


def _tell(memory: Memory, told: Sequence[Told]) -> None:
    ids: dict[tuple[str, str, tuple[str, int | None, int | None]], str] = {}
    for one in told:
        key = one.subject, one.predicate, one.statement
        if one.retracted:
            memory.retract_fact(ids[key], at=_moment(one.at))
        else:
            ids[key] = memory.add_triple(
                one.subject,
                one.predicate,
                one.object,
                source=one.source,
                valid_from=None if one.start is None else _moment(one.start),
                valid_to=None if one.end is None else _moment(one.end),
                recorded_at=_moment(one.at),
            )


def _last_recorded(told: Sequence[Told], as_of: int, known_at: int) -> set[str]:
    """A store that overwrites: the last thing that was said by then."""
    said = [one for one in told if one.at <= min(as_of, known_at)]
    if not said or said[-1].retracted:
        return set()
    return {said[-1].object}


def _moment(day: int) -> datetime:
    return DAY_0 + timedelta(days=day)


def _speed(facts: int) -> Speed:
    draw = random.Random(7)
    drafts = [
        {
            "subject": f"Person {draw.randrange(facts // 5)}",
            "predicate": draw.choice([SINGLE, MULTI, "works for"]),
            "object": f"Thing {draw.randrange(facts // 5)}",
            "valid_from": _moment(draw.randrange(DAYS)),
            "source": draw.choice(SOURCES),
        }
        for _ in range(facts)
    ]
    embedder = TimedEmbedder(SyntheticEmbedder())
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(Path(folder) / "memory", embedder=embedder) as memory,
    ):
        memory.declare_predicate(SINGLE, single_valued=True)
        start = time.perf_counter()
        memory.add_facts(drafts)
        seconds = time.perf_counter() - start
    return Speed(facts, seconds - embedder.seconds, embedder.seconds)


# --- telling ------------------------------------------------------------------------


def checks(result: AsOfResult) -> list[Check]:
    """What is asked, and what was measured."""
    mine = [score for score in result.scores if score.way == "memory"]
    exact = sum(score.exact for score in mine) / sum(score.questions for score in mine)
    return [
        Check("questions answered exactly", exact, 0.98, "", "high", "aim"),
        Check(
            "facts a second, no embedding", result.speed.rate, 1_000, "", "high", "aim"
        ),
    ]


def to_markdown(result: AsOfResult) -> str:
    """The whole report."""
    rows = [
        [
            score.style,
            score.order,
            score.way,
            str(score.questions),
            f"{score.precision:.3f}",
            f"{score.recall:.3f}",
            f"{score.exact / score.questions:.3f}",
        ]
        for score in sorted(result.scores, key=lambda s: (s.way != "memory", s.style))
    ]
    head = ["told", "recorded", "answers", "questions", "precision", "recall", "exact"]
    speed = result.speed
    return "\n\n".join(
        (
            "## Facts as of a day",
            machine_line(result.machine),
            f"{len(result.seeds)} made histories of {result.subjects} subjects of each "
            "sort, with several sources, stated ends, retractions, and facts that are "
            "said again. Each question is what held on one day as it was known on "
            "another.",
            markdown_table(head, rows),
            f"{speed.facts:,} facts at once: {speed.rate:,.0f} a second without "
            f"embedding ({speed.embedding:.1f} s for that).",
        )
    )
