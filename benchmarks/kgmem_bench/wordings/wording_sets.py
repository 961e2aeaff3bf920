"""Kinds of tasks in several wordings, with what is asked of a memory that has learned
the first of them.

None of these sets has paths: each kind gets one that enters every value in a field of
its own, so that a plan shows what is bound.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from kgmem import Element, Step, Trajectory
from kgmem_bench.agents.trac.kinds import KINDS

Relation = Literal[
    "other words",
    "other language",
    "values swapped",
    "asks for more",
    "look-alike",
    "stranger",
]
RELATIONS: Sequence[Relation] = (
    "other words",
    "other language",
    "values swapped",
    "asks for more",
    "look-alike",
    "stranger",
)
LEARNED = 3
"""Tasks of a kind that are learned."""
_HOLE = re.compile(r"\{(\w+)\}")
Values = Mapping[str, str]
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A task that is asked for."""

    kind: str
    relation: Relation
    task: str
    values: Values
    """By field; those of the kind's path."""
    app: str | None = None


@dataclass(frozen=True, slots=True)
class WordingSet:
    """What is learned together, and what is asked then."""

    name: str
    learned: Sequence[Trajectory]
    asked: Sequence[Asked]


def run_of(kind: str, task: str, values: Values, app: str | None) -> Trajectory:
    """A run that opens the kind's page, enters the values and sends them."""
    steps = [
        Step(action="click", target=Element(role="link", name=f"Page {kind}")),
        *(
            Step(
                action="type",
                target=Element(role="textbox", name=_field(kind, name)),
                value=value,
            )
            for name, value in values.items()
        ),
        Step(action="click", target=Element(role="button", name=f"Send {kind}")),
    ]
    return Trajectory(task=task, app=app, steps=tuple(steps), outcome="success")


def _field(kind: str, name: str) -> str:
    return f"{kind} {name}"


def field_name(label: str, kind: str) -> str | None:
    """The name of the value that a field is for; None if it is another kind's."""
    return label.removeprefix(f"{kind} ") if label.startswith(f"{kind} ") else None


def wording_sets(data: Path | None, written: Path) -> Iterator[WordingSet]:
    """All sets: of a real application; below `data`, where it is given; written by
    hand, in a file."""
    yield _application("en", "zh")
    yield _application("zh", "en")
    if written.exists():
        rows = json.loads(written.read_text(encoding="utf-8"))
        yield _written("en", rows)
        yield _written("zh", rows)
    if data and (data / "reworded-web-tasks").is_dir():
        yield _reworded(data)


def _application(language: Any, other: Any) -> WordingSet:
    learned, asked = [], []
    for name, kind in KINDS.items():
        sets = kind.sets[language]
        for values in sets[:LEARNED]:
            task = kind.task(language, 0, values)
            learned.append(run_of(name, task, values, "Trac"))
        for values in sets[LEARNED : LEARNED + 2]:
            for n in range(1, len(kind.wordings[language])):
                task = kind.task(language, n, values)
                asked.append(Asked(name, "other words", task, values, "Trac"))
            more = kind.too_much[language].format(**values)
            asked.append(Asked(name, "asks for more", more, values, "Trac"))
        for values in kind.sets[other][LEARNED : LEARNED + 2]:
            for n in range(len(kind.wordings[other])):
                task = kind.task(other, n, values)
                asked.append(Asked(name, "other language", task, values, "Trac"))
    return WordingSet(f"Trac, {language} learned", learned, asked)


_RELATION_KEYS: Mapping[str, Relation] = {
    "wordings": "other words",
    "other_language": "other language",
    "look_alikes": "look-alike",
    "asks_for_more": "asks for more",
}


def _written(language: str, rows: Sequence[Row]) -> WordingSet:
    learned, asked = [], []
    for n, row in enumerate(row for row in rows if row["language"] == language):
        kind = f"{language}{n}"
        *known, new = row["values"]
        for values in known:
            task = row["template"].format(**values)
            learned.append(run_of(kind, task, values, None))
        for key, relation in _RELATION_KEYS.items():
            for text in row[key]:
                turned = swapped(row["template"], text, new)
                told = "values swapped" if turned else relation
                asked.append(Asked(kind, told, text.format(**new), turned or new))
    return WordingSet(f"written by hand, {language} learned", learned, asked)


def swapped(template: str, text: str, values: Values) -> Values | None:
    """The values by field, where a text is the template with its holes in another
    order: "from Turin to Basel" is the kind's task, for the way back."""
    holes, places = _HOLE.findall(text), _HOLE.findall(template)
    if holes == places or _HOLE.split(text)[::2] != _HOLE.split(template)[::2]:
        return None
    return {place: values[hole] for place, hole in zip(places, holes, strict=True)}


def _rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _reworded(data: Path) -> WordingSet:
    """Tasks of WebArena; others of their kinds in the words of WebArena Verified; and
    those of VisualWebArena, which are of no known kind."""
    groups: dict[int, list[Row]] = defaultdict(list)
    for row in _rows(data / "webarena-templates" / "dev.jsonl"):
        if row["instantiation_dict"]:
            groups[row["intent_template_id"]].append(row)
    said = {
        row["task_id"]: row["intent"]
        for row in _rows(data / "reworded-web-tasks" / "dev.jsonl")
    }
    learned, asked = [], []
    for kind, rows in groups.items():
        cut = min(LEARNED, len(rows) - 1)
        for row in rows[:cut]:
            learned.append(_row_run(str(kind), row))
        for row in rows[cut:] if cut else ():
            task, values = said.get(row["task_id"]), _values(row)
            if task and task != row["intent"] and _has_all(task, values):
                app = row["sites"][0]
                asked.append(Asked(str(kind), "other words", task, values, app))
    strangers = _rows(data / "picture-web-tasks" / "dev.jsonl")[::3]
    for row in strangers:
        asked.append(Asked("", "stranger", row["intent"], {}, row["sites"][0]))
    return WordingSet("WebArena learned", learned, asked)


def _has_all(task: str, values: Values) -> bool:
    """Do all the values stand in it? Some are spelled or said otherwise."""
    return all(value.casefold() in task.casefold() for value in values.values())


def _row_run(kind: str, row: Row) -> Trajectory:
    return run_of(kind, row["intent"], _values(row), row["sites"][0])


def _values(row: Row) -> dict[str, str]:
    """The values that stand in the text."""
    given = {name: str(value) for name, value in row["instantiation_dict"].items()}
    return {n: v for n, v in given.items() if v and v in row["intent"]}
