"""A task may be worded like a pattern's and ask for something else."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kgmem.model.keys.identity import task_id
from kgmem.model.pattern import LearnedWording, Pattern, PatternMatch, Slot
from kgmem.recall.routing.wording_doubts import doubts_of_wording, is_confirmed
from tests.unit.recall.runs import request

TOLD = {"doubts", "tells", "lacks", "doubted", "count"}


def rows() -> list[Any]:
    """Each task of `wording_doubts.toml` with all that its rule tells."""
    path = Path(__file__).with_name("wording_doubts.toml")
    return [
        pytest.param(rule | row, id=f"{rule['says']}: {row['task']}")
        for rule in tomllib.loads(path.read_text(encoding="utf-8"))["rule"]
        for row in rule["tasks"]
    ]


def doubts(pattern: Pattern, task: str, bindings: Mapping[str, str]) -> list[str]:
    match = PatternMatch(pattern=pattern, bindings=bindings, score=0.9)
    return [*map(str, doubts_of_wording(match, task))]


@pytest.mark.parametrize("row", rows())
def test_what_speaks_against_a_wording(row: Mapping[str, Any]) -> None:
    known = {name: told.split(" | ") for name, told in row["known"].items()}
    slots = (
        Slot(slot_id=name, name=name, kind="text", examples=values)
        for name, values in known.items()
    )
    pattern = Pattern(
        pattern_id="p", name="p", template=row["pattern"], support=3, slots=tuple(slots)
    )

    found = doubts(pattern, row["task"], {name: row[name] for name in known})

    assert row.keys() & TOLD
    assert found == row.get("doubts", found)
    assert bool(found) is row.get("doubted", bool(found))
    assert len(found) == row.get("count", len(found))
    assert row.get("tells", "") in " ".join(found)
    assert "lacks" not in row or row["lacks"] not in " ".join(found)


@pytest.mark.parametrize(
    ("template", "task", "is_sure"),
    [
        ("Show {month} of {account} to me", "Show May of savings to me", True),
        ("把{month}{account}账户调出来", "把去年12月尾号6620账户调出来", False),
    ],
)
def test_a_text_that_succeeded_is_sure_where_its_values_stand_in_one_way(
    template: str, task: str, is_sure: bool
) -> None:
    asked = request(task)
    done = (task_id(asked.space, asked.app, task),)
    learned = LearnedWording(template=template, tasks=done)
    pattern = Pattern(pattern_id="p", name="p", template="Get {month} {account}")
    match = PatternMatch(pattern=pattern, bindings={}, learned=learned, score=1.0)

    assert is_confirmed(match, asked) is is_sure


def test_each_doubt_is_told_once() -> None:
    known = {"what": ("Trash", "Star"), "who": ("Ann",), "when": ("now",)}
    pattern = Pattern(
        pattern_id="p",
        name="p",
        template="{what} the mail of {who}",
        wordings=("{what} the mail of {who} {when}",),
        support=3,
        slots=tuple(
            Slot(slot_id=name, name=name, kind="text", examples=values)
            for name, values in known.items()
        ),
    )
    bindings = {"what": "Give Lana", "who": "Bo", "when": "now"}

    found = doubts(pattern, "Give Lana the mail of Bo now", bindings)

    assert found == ["no known request begins with 'Give Lana'"]
