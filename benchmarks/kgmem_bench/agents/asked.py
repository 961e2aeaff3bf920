"""A task that agents are given, and how it is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from kgmem_bench.agents.judge import Goal
from kgmem_bench.agents.moves import Move
from kgmem_bench.agents.values import Language

Sort = Literal[
    "other values",
    "other words",
    "tail",
    "and also",
    "look-alike",
    "unknown",
    "second time",
]
"""What is asked beside what was learned: the same words with other values; other words;
one thing more on the same page; another task besides; another task in almost the same
words; a task of a kind that nobody walked; the same kind once the agent itself has done
it."""
SORTS: tuple[Sort, ...] = get_args(Sort)
KNOWN: frozenset[Sort] = frozenset({"other values", "other words"})


@dataclass(frozen=True, slots=True)
class Asked:
    """A task, and its way and goal, which no agent with a memory is told."""

    app: str
    sort: Sort
    kind: str
    language: Language
    text: str
    moves: Sequence[Move]
    """The shortest way."""
    goal: Goal
    """As the application's database is judged by."""
    extra: Sequence[Move] = ()
    """Of the moves, those that the task asks for beside what is known."""
