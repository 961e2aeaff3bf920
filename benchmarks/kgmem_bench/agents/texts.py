"""What the texts of a memory say to do, read to the letter."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kgmem_bench.agents.moves import Move

_ROUTE = re.compile(r"^## Memory: (\w+)", re.M)
_PLAN_ID = re.compile(r"^plan_id: (\S+)$", re.M)
_ASKED = re.compile(r"^before it is followed, ask for (.+)$", re.M)
_STEP = re.compile(r"^(\d+)\. (.+)$")
_OUTCOME = re.compile(r"^(\w+): (\d+) of (\d+) steps")
_DOUBT = re.compile(
    r"before this one, (?:settle what the plan is not known to do|"
    r"check that these words ask for nothing else): ([^;]+(?:; (?!before)[^;]+)*)"
    r"|先确认(?:该计划未必会做的部分|这些说法没有别的要求)：(.+)"
)
_ACTS = re.compile(r"^(\d+) of \d+ done\. run_id: ([^;]+);")
_PERSON = "ask before this one"
NOTED = "no report is needed"
_OPTIONAL = re.compile(r" \(optional: [^)]*\)$")
_DONE = re.compile(
    r'^(?P<action>\w+)(?: "(?P<value>.*)" (?:into|in))? '
    r'(?P<role>[a-z]+)(?: "(?P<name>.*?)")?(?: \[(?P<mark>.+?)\])?'
    r"(?: in (?P<place>.*))?$"
)

Next = Literal["success", "settle", "allow", "answer", "go on", "look", "afresh"]
"""What a replay's answer says to do: nothing more; settle what is asked for beside it;
ask the user; name a value; go on by oneself, where something may have been done after a
look; do it by oneself from the start."""
_SAYS: Sequence[tuple[str, Next]] = (
    ("reworded=true", "settle"),
    ("confirmed=true", "allow"),
    ("the value in values", "answer"),
    ("may have been done", "look"),
    ("open the page anew", "afresh"),
)


@dataclass(frozen=True, slots=True)
class WrittenStep:
    """A step of a plan as its text has it."""

    n: int
    action: str
    value: str | None
    role: str
    name: str
    mark: str
    """A test id or CSS."""
    doubt: str
    """What is to be settled before it."""
    asks: bool
    """Is the user to be asked before it?"""
    optional: bool

    def without_doubt(self) -> "WrittenStep":
        """The same with nothing to be settled."""
        return replace(self, doubt="")


@dataclass(frozen=True, slots=True)
class Advice:
    """What a recall's text says."""

    route: str
    plan_id: str | None
    asks: Sequence[str]
    """Values that the user is to be asked for, by name."""
    steps: Sequence[WrittenStep]


def advice(text: str) -> Advice:
    """What to do, by the text of a recall."""
    route, plan = _ROUTE.search(text), _PLAN_ID.search(text)
    asked = _ASKED.search(text)
    names = re.findall(r"\{([^}]+)\}", asked[1]) if asked else []
    lines = text.partition("### Plan")[2].splitlines() if plan else []
    steps = [one for line in lines if (one := written_step(line)) is not None]
    return Advice(
        route[1] if route else "reflexion_explore",
        plan[1] if plan else None,
        names,
        steps,
    )


def written_step(line: str) -> WrittenStep | None:
    """The step that a line tells; None where it tells none that can be read."""
    numbered = _STEP.match(line)
    if numbered is None:
        return None
    head, *further = numbered[2].split(" — ")
    bare = _OPTIONAL.sub("", head)
    found = _DONE.match(bare)
    if found is None:
        return None
    doubts = [one[1] or one[2] for told in further for one in _DOUBT.finditer(told)]
    return WrittenStep(
        int(numbered[1]),
        found["action"],
        found["value"],
        found["role"],
        found["name"] or "",
        found["mark"] or "",
        "; ".join(doubts),
        _PERSON in further,
        bare != head,
    )


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay's answer says."""

    outcome: str
    next: Next
    done: Sequence[str]
    """The steps that were done, in words."""
    why: str
    """Why it stopped."""
    is_noted: bool
    """Does it say that nothing is left to report?"""


def replayed(text: str) -> Replayed:
    """What came of a replay, and what to do about it, by its text."""
    lines = text.splitlines()
    head = _OUTCOME.match(lines[0]) if lines else None
    outcome = head[1] if head else "refused"
    done = [line[2:] for line in lines[1:] if line.startswith("- ")]
    done = done[: int(head[2])] if head else []
    says: Next = next((what for words, what in _SAYS if words in text), "go on")
    ended: Next = "success" if outcome == "success" else says
    stopped = next((one for one in lines if one.startswith("Stopped: ")), "")
    return Replayed(outcome, ended, done, stopped, NOTED in text)


@dataclass(frozen=True, slots=True)
class ActsDone:
    """What an answer says of acts that were done with one call."""

    count: int
    run_id: str
    why: str
    """Why they stopped; empty where all were done."""


def done_so(text: str) -> ActsDone:
    """What came of several acts, by the answer's text."""
    head, lines = _ACTS.match(text), text.splitlines()
    stopped = next((one for one in lines if one.startswith("Stopped ")), "")
    if head is None:
        return ActsDone(0, "", text)
    return ActsDone(int(head[1]), head[2], stopped)


def is_told(page: str, move: Move) -> bool:
    """Does the answer's list of the page name the move's element?"""
    line = f'- {move.role} "{move.name}"'.casefold()
    return not move.near and any(
        one.casefold().startswith(line) for one in page.splitlines()
    )


def left_of(moves: Sequence[Move], done: Sequence[str]) -> Sequence[Move]:
    """What is left of a way when these steps, told in words, were done of it: all
    after the last move that is among them."""
    for place in range(len(moves), 0, -1):
        if any(_tells(line, moves[place - 1]) for line in done):
            return moves[place:]
    return moves


def _tells(line: str, move: Move) -> bool:
    words = line.casefold()
    if not words.startswith(move.kind):
        return False
    if move.value and f'"{move.value}"'.casefold() not in words:
        return False
    return not move.name or f'"{move.name}"'.casefold() in words
