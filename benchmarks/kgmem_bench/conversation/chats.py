"""Long dialogs of two people over months, and what finds the turns that answer.

They were written before the search that they judge was read (`data/chats`), half of
them for choosing its weights (`dev`), the others for telling what it is worth (`test`).
Beside it stand SQLite's FTS5 and fifteen lines of the plainest kind.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files

import numpy as np

from kgmem.lab import tokens
from kgmem_bench.common.metrics import mean
from kgmem_bench.common.stand import Stand

MINE, FIFTEEN, FTS5 = "search_conversations", "fifteen lines", "SQLite FTS5"
BUDGET = 400
"""Tokens of a context."""
_TURN = re.compile(r"(\S+?): (.*?)(?: #(\w+))?")


@dataclass(frozen=True, slots=True)
class Turn:
    """What one of both said."""

    session: int
    at: datetime
    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Chat:
    """A dialog, and questions with the places of the turns that answer them."""

    name: str
    split: str
    language: str
    turns: Sequence[Turn]
    questions: Sequence[tuple[str, frozenset[int]]]


@dataclass(frozen=True, slots=True)
class FoundInChats:
    """What one way finds, by split and language."""

    way: str
    split: str
    language: str
    questions: int
    at_5: float
    """Share of a question's turns that are among the first five."""
    at_10: float
    in_context: float | None
    """Share that is in a context of `BUDGET` tokens."""


def chats() -> list[Chat]:
    """All of them."""
    folder = files("kgmem_bench") / "data" / "chats"
    paths = sorted(folder.iterdir(), key=lambda one: one.name)
    return [_read(one.name, one.read_text("utf-8")) for one in paths]


def _read(name: str, text: str) -> Chat:
    told, asked = text.split("== questions\n")
    head, _, said = told.partition("\n\n")
    about = dict(line.split(": ", 1) for line in head.splitlines())
    first, *_ = about["people"].split(", ")
    turns, places, session, at = list[Turn](), dict[str, int](), -1, datetime.min
    for line in filter(None, said.splitlines()):
        if line.startswith("== "):
            session += 1
            at = datetime.strptime(line, "== %Y-%m-%d %H:%M").replace(tzinfo=UTC)
            continue
        match = _TURN.fullmatch(line)
        assert match is not None, line
        if match[3]:
            places[match[3]] = len(turns)
        role = "user" if match[1] == first else "assistant"
        turns.append(Turn(session, at, role, f"{match[1]}: {match[2]}"))
    questions = [
        (question, frozenset(places[label] for label in labels.split()))
        for labels, question in (line.split(" | ") for line in asked.splitlines())
    ]
    return Chat(name, about["split"], about["language"], turns, questions)


# the ways ----------------------------------------------------------------------------

Way = Callable[[Stand, Chat], Callable[[str], Sequence[int]]]
"""Dialog -> question -> places of turns, best first."""


def word_table(texts: Iterable[str]) -> sqlite3.Connection:
    """Texts as a full-text search has them, by their places."""
    kept = sqlite3.connect(":memory:")
    kept.execute("CREATE VIRTUAL TABLE said USING fts5(text)")
    rows = [(n, " ".join(tokens(text))) for n, text in enumerate(texts)]
    kept.executemany("INSERT INTO said (rowid, text) VALUES (?, ?)", rows)
    return kept


def bm25(kept: sqlite3.Connection, question: str) -> dict[int, float]:
    """The places of the texts that have a word of it, with their scores."""
    asked = " OR ".join(f'"{one}"' for one in dict.fromkeys(tokens(question)))
    select = "SELECT rowid, -bm25(said) FROM said WHERE said MATCH ?"
    return dict(kept.execute(select, [asked])) if asked else {}


def _fts5(_: Stand, chat: Chat) -> Callable[[str], Sequence[int]]:
    kept = word_table(one.text for one in chat.turns)

    def found(question: str) -> Sequence[int]:
        scores = bm25(kept, question)
        return sorted(scores, key=lambda n: -scores[n])

    return found


def _fifteen(at: Stand, chat: Chat) -> Callable[[str], Sequence[int]]:
    kept = word_table(one.text for one in chat.turns)
    sessions = [one.session for one in chat.turns]
    vectors = at.embedder.embed([one.text for one in chat.turns])

    def found(question: str) -> Sequence[int]:
        by_words = bm25(kept, question)
        words = np.array([by_words.get(n, 0.0) for n in range(len(sessions))])
        own = _z(words) + _z(vectors @ at.embedder.embed([question])[0])
        score = own.copy()
        for n in range(1, len(own)):
            if sessions[n] == sessions[n - 1]:
                score[n] += 0.3 * own[n - 1]
                score[n - 1] += 0.3 * own[n]
        return [int(n) for n in np.argsort(-score, kind="stable")]

    return found


def _z(values: np.ndarray) -> np.ndarray:
    return np.asarray((values - values.mean()) / (values.std() or 1.0))


def _mine(at: Stand, chat: Chat) -> Callable[[str], Sequence[int]]:
    agent, places = at.memory.agent(chat.name), _filled(at, chat)

    def found(question: str) -> Sequence[int]:
        return [places[hit.id] for hit in agent.search_conversations(question)]

    return found


def _filled(at: Stand, chat: Chat) -> dict[str, int]:
    """Keep the dialog; the place of each turn by its message's id."""
    agent, places = at.memory.agent(chat.name), dict[str, int]()
    for session in dict.fromkeys(one.session for one in chat.turns):
        said = [(n, one) for n, one in enumerate(chat.turns) if one.session == session]
        kept = agent.conversation(f"session {session}").add_many(
            {"role": one.role, "content": one.text, "at": one.at, "message_id": f"m{n}"}
            for n, one in said
        )
        places |= {one.message_id: n for (n, _), one in zip(said, kept, strict=True)}
    return places


WAYS: Mapping[str, Way] = {FTS5: _fts5, FIFTEEN: _fifteen, MINE: _mine}


def measure(at: Stand, known: Sequence[Chat]) -> list[FoundInChats]:
    """What each way finds of the evidence."""
    groups: dict[tuple[str, str], list[Chat]] = {}
    for one in known:
        groups.setdefault((one.split, one.language), []).append(one)
    return [
        _measured(at, name, way, group)
        for group in groups.values()
        for name, way in WAYS.items()
    ]


def _measured(at: Stand, name: str, way: Way, group: Sequence[Chat]) -> FoundInChats:
    at_5, at_10, held = list[float](), list[float](), list[float]()
    for chat in group:
        found = way(at, chat)
        for question, wanted in chat.questions:
            best = found(question)
            at_5.append(len(wanted & {*best[:5]}) / len(wanted))
            at_10.append(len(wanted & {*best[:10]}) / len(wanted))
            if name == MINE:
                held.append(_held(at, chat, question, wanted))
    first = group[0]
    told = mean(at_5), mean(at_10), mean(held) if held else None
    return FoundInChats(name, first.split, first.language, len(at_5), *told)


def _held(at: Stand, chat: Chat, question: str, wanted: frozenset[int]) -> float:
    context = at.memory.agent(chat.name).context(question, budget_tokens=BUDGET)
    there = sum(chat.turns[n].text in context.text for n in wanted)
    return there / len(wanted)
