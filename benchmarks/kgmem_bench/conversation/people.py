"""Chats of strangers: what a memory knows after them of who spoke, and of others.

A chat lists what its speaker says of himself (`self`), what held once (`stale`), what a
reader may take for it (`traps`), what is said of others, the days that are named, and
questions with the messages that answer them. What is known is judged by forms: groups
of words of which each has to have one.
"""

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from importlib.resources import files
from pathlib import Path
from typing import Any

from kgmem import InvalidInput, Memory
from kgmem.lab import CachedEmbedder, Embedder
from kgmem_bench.common.stand import settings_for_bench, stand

BUDGET = 400
"""Tokens of a context."""
QUOTED = 60
"""Characters by which a message is known in a context."""
AGENT = "user"
MADE_WITH = ("people-a", "people-b")
"""Sets by which what reads people was mended."""
NEEDED = ("id", "language", "turns", "self", "others", "stale", "traps", "questions")

Chat = Mapping[str, Any]
Forms = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted in chats."""

    stated: int = 0
    """Statements of the profile, of which"""
    right: int = 0
    stale: int = 0
    """say what held once,"""
    trapped: int = 0
    """say what nobody said;"""
    said: int = 0
    """what the speakers say of themselves, without what is `minor`, of which"""
    found: int = 0
    """is in the profile."""
    others: int = 0
    """What is said of others, of which"""
    others_found: int = 0
    """is known of them."""
    changes: int = 0
    """What held once, of which"""
    corrected: int = 0
    """the profile says nothing."""
    days: int = 0
    """Days that are named, of which"""
    days_told: int = 0
    """a context about them tells."""
    questions: int = 0
    answered: int = 0
    """Their context has the answer;"""
    evidence: int = 0
    """has all messages that give it;"""
    stale_alone: int = 0
    """has the old answer alone."""

    def __add__(self, other: "Counted") -> "Counted":
        return Counted(
            *(getattr(self, f.name) + getattr(other, f.name) for f in fields(self))
        )

    def share(self, part: str, of: str) -> float | None:
        """A count by another one; None where there is nothing to count."""
        whole: int = getattr(self, of)
        return getattr(self, part) / whole if whole else None


@dataclass(frozen=True, slots=True)
class FoundOfPeople:
    """What is known after the chats of a set in one language."""

    set: str
    language: str
    chats: int
    counted: Counted


def measure(
    given: Sequence[Path], embedder: Embedder, *, most: int | None = None
) -> list[FoundOfPeople]:
    """Read the chats that are kept here, then those of files, each into a memory of its
    own; of each set and language `most`, or all. Raises InvalidInput for no chats."""
    once, found = CachedEmbedder(embedder, size=20_000), []
    for name, chats in {**kept(), **{one.stem: _read(one) for one in given}}.items():
        for language in dict.fromkeys(one["language"] for one in chats):
            some = [one for one in chats if one["language"] == language][:most]
            counted = sum((_counted(one, once) for one in some), Counted())
            found.append(FoundOfPeople(name, language, len(some), counted))
    return found


def kept() -> dict[str, list[Chat]]:
    """The sets that come with the bench."""
    folder = files("kgmem_bench") / "data" / "people"
    paths = sorted(folder.iterdir(), key=lambda one: one.name)
    return {Path(one.name).stem: json.loads(one.read_text("utf-8")) for one in paths}


def _read(path: Path) -> list[Chat]:
    try:
        told = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidInput(f"--chats: {path} can't be read as JSON: {error}") from error
    chats = told if isinstance(told, list) else []
    if not chats or any(name not in one for one in chats for name in NEEDED):
        raise InvalidInput(
            f"--chats: {path} has to be a list of chats with {', '.join(NEEDED)}"
        )
    return chats


@contextmanager
def _memory(embedder: Embedder) -> Any:
    with (
        tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder,
        stand(settings_for_bench(Path(folder)), embedder) as at,
    ):
        yield at.memory


def _counted(chat: Chat, embedder: Embedder) -> Counted:
    with _memory(embedder) as memory:
        agent = memory.agent(AGENT)
        talk = agent.conversation(chat["id"])
        for turn in chat["turns"]:
            talk.add(turn["role"], turn["content"], at=turn["at"])
        agent.update_with_pipeline(talk)
        return (
            judged(chat, [one.text for one in agent.facts()])
            + _of_others(chat, memory)
            + _of_days(chat, memory)
            + _asked(chat, memory)
        )


def judged(chat: Chat, stated: Sequence[str]) -> Counted:
    """The statements of a profile, by what was said."""
    kinds = [_kind(chat, one) for one in stated]
    core = [one for one in chat["self"] if not one.get("minor")]
    ended = [o for o in chat["stale"] if not _any_has(o["accept"], stated)]
    return Counted(
        stated=len(stated),
        right=kinds.count("right"),
        stale=kinds.count("stale"),
        trapped=kinds.count("trap"),
        said=len(core),
        found=sum(_any_has(one["accept"], stated) for one in core),
        changes=len(chat["stale"]),
        corrected=len(ended),
    )


def _kind(chat: Chat, text: str) -> str:
    for name, kind in (("traps", "trap"), ("self", "right"), ("stale", "stale")):
        if any(has(one["accept"], text) for one in chat[name]):
            return kind
    return "unknown"


def _of_others(chat: Chat, memory: Memory) -> Counted:
    found = 0
    for one in chat["others"]:
        names = [name for who in one["who"] for name in _names(who)]
        known = [fact.text for name in names for fact in memory.facts(name)]
        found += _any_has(one["accept"], known)
    return Counted(others=len(chat["others"]), others_found=found)


def _names(who: str) -> tuple[str, str]:
    return who, f"agent:{AGENT}'s {who}"


def _of_days(chat: Chat, memory: Memory) -> Counted:
    days = chat.get("dates", ())
    told = 0
    for one in days:
        context = memory.agent(AGENT).context(one["what"], budget_tokens=BUDGET)
        told += one["day"] in context.text
    return Counted(days=len(days), days_told=told)


def _asked(chat: Chat, memory: Memory) -> Counted:
    counted = Counted()
    for one in chat["questions"]:
        context = memory.agent(AGENT).context(one["question"], budget_tokens=BUDGET)
        said = (chat["turns"][n]["content"][:QUOTED] for n in one["evidence"])
        answered = has(one["answer"], context.text)
        old = bool(one["stale"]) and has(one["stale"], context.text)
        counted += Counted(
            questions=1,
            answered=answered,
            evidence=all(" ".join(text.split()) in context.text for text in said),
            stale_alone=old and not answered,
        )
    return counted


def has(forms: Forms, text: str) -> bool:
    """Has the text one of each group?"""
    folded = text.lower()
    return all(any(one.lower() in folded for one in group) for group in forms)


def _any_has(forms: Forms, texts: Iterable[str]) -> bool:
    return any(has(forms, one) for one in texts)
