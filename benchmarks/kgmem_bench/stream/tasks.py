"""Tasks of sixty kinds in random order, and the path that does each."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice, product
from typing import Any, Literal

from kgmem_bench.common.written_kinds import filled, joined, steps_of, written_kinds
from kgmem_bench.wordings.wording_sets import run_of
from kgmem_bench.wordings.wordings import WRITTEN as REWORDED

Family = Literal["plain", "other words", "tail", "option", "look-alike", "missing"]
PLAIN = 0.6
"""Share of tasks in the words that a kind was first asked in."""
APPS = ("shop", "office", "town")
STRANGERS, REWORDINGS = 40, 20
"""Kinds of either set."""
REPEATED, REPEATS, WINDOW = 6, 200, 50
"""Kinds of the strangers that are repeated, tasks of these, and tasks of a window."""
RENAMED = 0.2
"""Share of kinds whose last button is called otherwise from the stream's middle on."""
Step = Mapping[str, Any]
Said = Sequence[tuple[str, Sequence[Step]]]
"""Texts, and what does each."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A task, and what does it."""

    text: str
    app: str
    family: Family
    path: tuple[Step, ...]


def stream(count: int, seed: int = 0) -> list[Asked]:
    """So many tasks, the same ones for the same seed."""
    draw = random.Random(seed)
    kinds = [
        (APPS[n % len(APPS)], said, draw.random() < RENAMED)
        for n, said in enumerate((*_strangers(), *_rewordings()))
    ]
    asked = []
    for n in range(count):
        app, said, is_renamed = draw.choice(kinds)
        others = [family for family, rows in said.items() if rows][1:]
        family = "plain" if draw.random() < PLAIN else draw.choice(others)
        text, path = draw.choice(said[family])
        if is_renamed and n >= count / 2:
            path = [*path[:-1], _renamed(path[-1])]
        asked.append(Asked(text, app, family, tuple(path)))
    return asked


def repeats(seed: int) -> list[list[Asked]]:
    """Plain tasks of a few kinds, by the time at which one kind more has another last
    button; one does in the middle of each window."""
    draw = random.Random(seed)
    kinds = list(zip(cycle(APPS), islice(_strangers(), REPEATED), strict=False))
    asked = [list[Asked]() for _ in range(REPEATS // WINDOW + 1)]
    for n in range(REPEATS):
        kind, time = draw.randrange(REPEATED), (n + WINDOW // 2) // WINDOW
        app, said = kinds[kind]
        text, path = draw.choice(said["plain"])
        if kind < time:
            path = [*path[:-1], _renamed(path[-1])]
        asked[time].append(Asked(text, app, "plain", tuple(path)))
    return asked


def _renamed(step: Step) -> Step:
    target = step["target"]
    return {**step, "target": {**target, "name": f"{target['name']} ✓"}}


def _strangers() -> Iterator[dict[Family, Said]]:
    for kind in islice(written_kinds(), STRANGERS):
        plain = [
            (filled(kind["wording"], values), steps_of(kind, values))
            for values in (*kind["runs"], *kind["clean"])
        ]
        tails = [
            (joined(text, tail), [*path[:-1], _note(tail), path[-1]])
            for (text, path), tail in zip(plain, kind["tails"], strict=False)
        ]
        missing = [(row["text"], plain[-1][1]) for row in kind.get("missing", ())]
        options = list(_with_option(kind["option"], plain)) if "option" in kind else []
        yield {"plain": plain, "tail": tails, "missing": missing, "option": options}


def _note(tail: str) -> Step:
    """What stands for all that a tail asks for."""
    target = {"role": "textbox", "name": "Note to the clerk"}
    return {"action": "type", "target": target, "value": tail.strip()}


def _with_option(option: Mapping[str, Any], plain: Said) -> Iterator[Any]:
    """One step more, where its words are said."""
    words, at = option["words"], option["before"]
    for text, path in plain:
        is_front = option.get("place") == "front"
        said = words + text if is_front else text + words
        yield said, [*path[:at], option["step"], *path[at:]]


def _rewordings() -> Iterator[dict[Family, Said]]:
    rows = json.loads(REWORDED.read_text(encoding="utf-8"))
    for n, row in enumerate(rows[:REWORDINGS]):
        columns = {name: [v[name] for v in row["values"]] for name in row["values"][0]}
        sets = [
            dict(zip(columns, values, strict=True))
            for values in product(*columns.values())
        ]
        alike = [
            pair
            for m, text in enumerate(row["look_alikes"])
            for pair in _said([text], sets, f"k{n} like {m}")
        ]
        yield {
            "plain": _said([row["template"]], sets, f"k{n}"),
            "other words": _said(row["wordings"], sets, f"k{n}"),
            "look-alike": alike,
            "tail": _said(row["asks_for_more"], sets, f"k{n} more"),
        }


def _said(texts: Sequence[str], sets: Sequence[Mapping[str, str]], kind: str) -> Said:
    return [
        (text.format(**values), run_of(kind, text, values, None).model_dump()["steps"])
        for text in texts
        for values in sets
    ]
