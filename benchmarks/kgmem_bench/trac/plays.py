"""Which tasks are played, in which phase, and what came of each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kgmem_bench.trac.agent import Attempt, Ending
from kgmem_bench.trac.goals import Goal
from kgmem_bench.trac.kinds import EXPLORED, KINDS, Kind
from kgmem_bench.trac.moves import Values
from kgmem_bench.trac.values import LEARNED, Language

Phase = Literal[
    "again",
    "other values",
    "other words",
    "other language",
    "changed page",
    "asks for more",
    "never seen",
]
Store = Literal["en 1", "en 3", "zh 1", "explorer", "others"]
"""What the memory holds: of all kinds the first English walk, all three, the Chinese
one; the first English walks with the explorer's instead where there are such; of all
kinds but the one that is asked for."""
STORES: Sequence[Store] = ("en 1", "en 3", "zh 1", "explorer", "others")
Arm = Literal[
    "kgmem", "kgmem, trusting", "kgmem, settling", "script, XPath", "script, id"
]
"""Trusting: one that follows adaptive plans, too, as they are. Settling: one that, of
what a plan is not known to do, says that it does it, as who knows the task can."""

REWORDED: frozenset[Phase] = frozenset(
    {"other words", "other language", "asks for more"}
)
"""Phases in which the words leave doubts."""
REFUSED: frozenset[Phase] = frozenset({"asks for more", "never seen"})
"""Phases in which nothing should be done."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A task that is played."""

    kind: Kind
    phase: Phase
    language: Language
    wording: int
    """-1: one that asks for more than is known."""
    values: Values

    @property
    def text(self) -> str:
        """As it is asked."""
        if self.wording < 0:
            return self.kind.too_much[self.language].format(**self.values)
        return self.kind.task(self.language, self.wording, self.values)

    @property
    def goal(self) -> Goal:
        """What should stand in the database; asking for more, it is never reached:
        the known part alone is not what was asked for."""
        return () if self.wording < 0 else self.kind.goal(self.values)


@dataclass(frozen=True, slots=True)
class Play:
    """A task that was played."""

    phase: Phase
    store: Store
    arm: Arm
    kind: str
    language: Language
    text: str
    ending: Ending
    actions: int
    shortest: int
    """Actions of the shortest way."""
    first: int
    """Actions of who did the learned task first."""
    route: str = ""
    reason: str = ""
    change: str = ""
    """Of the page, if any."""


def played(
    asked: Asked, store: Store, arm: Arm, attempt: Attempt, first: int, change: str = ""
) -> Play:
    """A row for an attempt."""
    return Play(
        asked.phase,
        store,
        arm,
        asked.kind.name,
        asked.language,
        asked.text,
        attempt.ending,
        attempt.actions,
        len(asked.kind.way.path),
        first,
        attempt.route,
        attempt.reason,
        change,
    )


def asked_of(store: Store, name: str) -> Iterator[Asked]:
    """The tasks of a kind that are asked of a memory, on the pages as they are."""
    kind = KINDS[name]
    if store == "others":
        yield Asked(kind, "never seen", "en", 0, kind.sets["en"][LEARNED])
        return
    language: Language = "zh" if store == "zh 1" else "en"
    other: Language = "en" if store == "zh 1" else "zh"
    sets = kind.sets[language]
    known = EXPLORED[name] if store == "explorer" else 0
    yield Asked(kind, "again", language, known, sets[0])
    for number in range(LEARNED, LEARNED + (1 if store == "zh 1" else 2)):
        yield Asked(kind, "other values", language, known, sets[number])
    if store == "explorer":
        return
    for wording in range(1, len(kind.wordings[language])):
        yield Asked(kind, "other words", language, wording, sets[LEARNED + 2])
    if store != "en 3":
        values = kind.sets[other][LEARNED + 2]
        yield Asked(kind, "other language", other, 0, values)
    if store != "en 1":
        yield Asked(kind, "asks for more", language, -1, sets[LEARNED])


def asked_of_changed(name: str) -> Asked:
    """The task that is asked on changed pages: the very one that is known."""
    kind = KINDS[name]
    return Asked(kind, "changed page", "en", 0, kind.sets["en"][0])
