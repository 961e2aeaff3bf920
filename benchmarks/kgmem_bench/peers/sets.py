"""What is learned, and what is asked: the sets of `everyday`, `strangers` and
`wordings`, all in one memory."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from kgmem_bench.common.written_kinds import filled, joined, steps_of, written_kinds
from kgmem_bench.wordings.wording_sets import run_of, swapped

DATA = Path(__file__).parents[1] / "data"
Family = Literal[
    "same words",
    "other words",
    "other language",
    "unknown kind",
    "more asked",
    "asked otherwise",
    "value missing",
]
KNOWN: Sequence[Family] = ("same words", "other words", "other language")
"""Families of requests that a learned kind does."""
HELD = 3
"""Of the everyday kinds, each third is never learned."""
EVERYDAY = ("plain", "other_words", "other_language", "different")
REWORDED = ("wordings", "other_language", "look_alikes", "asks_for_more")
MOST = 1
"""Requests of a kind that are asked, of each sort."""
FAMILIES: Mapping[str, Family] = {
    "plain": "same words",
    "other_words": "other words",
    "wordings": "other words",
    "other_language": "other language",
    "different": "asked otherwise",
    "look_alikes": "asked otherwise",
    "asks_for_more": "more asked",
}
Task = dict[str, Any]
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a memory that has learned."""

    kind: str
    family: Family
    language: str
    text: str
    app: str
    values: tuple[str, ...] = ()
    """What the steps of a right plan enter or point at, in their order."""

    @property
    def is_known(self) -> bool:
        """Does a learned kind do it, all of it and nothing else?"""
        return self.family in KNOWN


@dataclass(slots=True)
class Kinds:
    """Runs to learn and requests."""

    tasks: list[Task] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)

    def nearest(self, steps: Sequence[Row], app: str) -> set[str]:
        """The kinds of this place whose runs point at most of what these steps point
        at, and at least else; several where they share a path."""
        names = _names(steps)
        near: dict[str, float] = {}
        for task in self.tasks:
            if task["app"] == app:
                kind, known = task["id"].rpartition("/")[0], _names(task["steps"])
                likeness = len(names & known) / max(len(names | known), 1)
                near[kind] = max(near.get(kind, 0), likeness)
        best = max(near.values(), default=0)
        return {kind for kind, likeness in near.items() if likeness == best}


def written(
    runs: int, *, quick: bool = False, kinds: Sequence[Row] | None = None
) -> Kinds:
    """All sets, or these strangers' kinds alone, of each kind so many runs; the first
    fifth of each set in a quick run.

    What belongs together, by its file or its language, is one place: what is called the
    application of a task and of a request.
    """
    made = Kinds()
    sets = (_everyday(), _strangers(written_kinds()), _rewordings())
    for rows in map(list, sets if kinds is None else (_strangers(kinds),)):
        for name, kind in rows[: len(rows) // 5] if quick else rows:
            _take(made, name, kind, runs)
    return made


@dataclass(frozen=True, slots=True)
class _Kind:
    place: str
    language: str
    runs: Sequence[Task]
    asked: Sequence[tuple[Family, str, Sequence[str]]]
    is_held: bool = False


def _take(made: Kinds, name: str, kind: _Kind, runs: int) -> None:
    if not kind.is_held:
        made.tasks += [
            {**run, "id": f"{name}/{n}", "app": kind.place}
            for n, run in enumerate(kind.runs[:runs])
        ]
    made.requests += [
        Request(name, family, kind.language, text, kind.place, tuple(values))
        for family, text, values in kind.asked
    ]


def _everyday() -> Iterator[tuple[str, _Kind]]:
    n = 0
    for place, kinds in _read("everyday.json").items():
        for kind in kinds:
            n += 1
            runs = [plain(run["task"], run["steps"]) for run in kind["runs"]]
            language = "zh" if _is_chinese(runs[0]["text"]) else "en"
            asked = list(_of_everyday(kind))
            is_held = n % HELD == 0
            if is_held:
                asked = [
                    ("unknown kind", text, ())
                    for family, text, _ in asked
                    if family in KNOWN
                ]
            yield f"e{n}", _Kind(place, language, runs, asked, is_held)


def _of_everyday(kind: Row) -> Iterator[tuple[Family, str, Sequence[str]]]:
    for key in EVERYDAY:
        for row in kind[key][:MOST]:
            if isinstance(row, str):
                yield FAMILIES[key], row, ()
            else:
                yield FAMILIES[key], row["task"], row["values"]


def _strangers(kinds: Iterable[Row]) -> Iterator[tuple[str, _Kind]]:
    for n, kind in enumerate(kinds):
        runs = [
            plain(filled(kind["wording"], values), steps_of(kind, values))
            for values in kind["runs"]
        ]
        place = f"strangers {kind['language']}"
        asked = list(_of_stranger(kind))
        yield f"s{n}", _Kind(place, kind["language"], runs, asked)


def _of_stranger(kind: Row) -> Iterator[tuple[Family, str, Sequence[str]]]:
    for values in kind["clean"][1 : 1 + MOST]:
        entered = [s["value"] for s in steps_of(kind, values) if "value" in s]
        yield "same words", filled(kind["wording"], values), entered
    text = filled(kind["wording"], kind["clean"][0])
    for tail in kind["tails"][:MOST]:
        yield "more asked", joined(text, tail), ()
    for row in kind.get("missing", ())[:MOST]:
        yield "value missing", row["text"], ()


def _rewordings() -> Iterator[tuple[str, _Kind]]:
    for n, row in enumerate(_read("rewordings.json")):
        *known, new = row["values"]
        made = [
            run_of(f"r{n}", row["template"].format(**values), values, None)
            for values in known
        ]
        runs = [plain(run.task, run.model_dump()["steps"]) for run in made]
        asked: list[Any] = []
        for key in REWORDED:
            for text in row[key][:MOST]:
                turned = swapped(row["template"], text, new)
                values = [(turned or new)[name] for name in new]
                family = "same words" if turned else FAMILIES[key]
                asked.append((family, text.format(**new), values))
        yield f"r{n}", _Kind(f"web {row['language']}", row["language"], runs, asked)


def plain(text: str, steps: Sequence[Row]) -> Task:
    """A task as the protocol has it, but for its id and where it is done."""
    return {"text": text, "steps": [_step(step) for step in steps]}


def _step(step: Row) -> Task:
    target = step.get("target") or {}
    named = {name: target.get(name) for name in ("role", "name", "container")}
    return {"action": step["action"], "value": step.get("value"), **named}


def _read(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def _names(steps: Sequence[Row]) -> frozenset[str]:
    return frozenset(step["name"] or "" for step in steps)


def _is_chinese(text: str) -> bool:
    return any("\u4e00" <= sign <= "\u9fff" for sign in text)
