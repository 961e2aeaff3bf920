"""Kinds of tasks in ten languages that were written without a look at the rules: a
wording and steps with holes, values that are learned and others that are asked for."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

WRITTEN = Path(__file__).parents[1] / "data" / "strangers"
_HOLE = re.compile(r"\{(\w+)\}")
Kind = Mapping[str, Any]
Values = Mapping[str, str]


def written_kinds() -> Iterator[Kind]:
    """All of them, file by file."""
    for path in sorted(WRITTEN.glob("*.json")):
        yield from json.loads(path.read_text(encoding="utf-8"))


def filled(text: str, values: Values) -> str:
    """The text with its holes filled."""
    return _HOLE.sub(lambda hole: values.get(hole[1], hole[0]), text)


def steps_of(kind: Kind, values: Values) -> list[dict[str, Any]]:
    """The kind's path with these values."""
    return [
        {**step, "value": filled(step["value"], values)} if "value" in step else step
        for step in kind["steps"]
    ]


def joined(text: str, tail: str) -> str:
    """Parted by a blank, but for marks and signs of scripts that have none."""
    is_apart = tail[0].isspace() or tail[0] in ",;.:!?)、，。；" or tail[0] > "\u2e80"
    return f"{text}{'' if is_apart else ' '}{tail}"
