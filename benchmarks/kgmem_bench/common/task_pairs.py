"""Task texts whose kind is known, and the half of the kinds that is tuned on.

The texts come from four sets of tasks with a known kind each:

* webarena-templates: same template = same kind; a site is a scope
* mobiagent-zh, dev.jsonl: same app and type = same kind; an app is a scope
* mobiagent-zh, slot_templates.jsonl: wordings of one template, filled from its
  candidates, are the same kind (made, not collected)
* miniwob-demos: same task = same kind; variants of one task (`-easy`, `-nodelay`, …)
  are compared neither as same nor as different

and screenagent-zh gives one task in both languages.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from kgmem.errors import InvalidInput
from kgmem.lab import Language, language_of

FILLED_PER_TEMPLATE = 8

_VARIANT = re.compile(r"(-(easy|medium|hard|nodelay|dynamic|auto|large|soft|\d+))+$")


@dataclass(frozen=True, slots=True)
class Example:
    """A task text and what is known of its kind."""

    text: str
    source: str
    scope: str
    kind: str
    family: str
    """Kinds of one family may be the same; the tuning split keeps them together."""

    @property
    def language(self) -> Language:
        return language_of(self.text)

    @property
    def tuning(self) -> bool:
        """Does it belong to the part that is fitted on?"""
        return is_tuning(f"{self.source}/{self.family}")


def is_tuning(group: str) -> bool:
    """Half of all groups, by their hash.

    An odd modulus: the sets were cut by the parity of a crc32, and parities of two
    crc32 values are not independent.
    """
    return crc32(f"tuning half? {group}".encode()) % 101 < 50


def read_examples(data: Path) -> list[Example]:
    """Every distinct text of the sets in `data`.

    Raises InvalidInput naming a file that is missing.
    """
    found = [
        *_webarena(_rows(data / "webarena-templates/dev.jsonl")),
        *_mobiagent(_rows(data / "mobiagent-zh/dev.jsonl")),
        *_filled(_rows(data / "mobiagent-zh/slot_templates.jsonl")),
        *_miniwob(_rows(data / "miniwob-demos/dev.jsonl")),
    ]
    return list({(e.source, e.kind, e.text): e for e in found}.values())


def read_translations(data: Path) -> list[tuple[str, str]]:
    """Tasks in Chinese and English."""
    rows = _rows(data / "screenagent-zh/dev.jsonl")
    return list(
        {row["task_en"]: (row["task_zh"], row["task_en"]) for row in rows}.values()
    )


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InvalidInput(f"{path} can't be read: {error}") from error
    return [json.loads(line) for line in lines if line.strip()]


def _webarena(rows: Iterable[dict[str, Any]]) -> Iterable[Example]:
    for row in rows:
        kind = str(row["intent_template_id"])
        yield Example(row["intent"], "webarena", "/".join(row["sites"]), kind, kind)


def _mobiagent(rows: Iterable[dict[str, Any]]) -> Iterable[Example]:
    for row in rows:
        kind = f"{row['app']}/{row['type']}"
        yield Example(row["intent"], "mobiagent", row["app"], kind, kind)


def _filled(rows: Iterable[dict[str, Any]]) -> Iterable[Example]:
    for row in rows:
        kind = row["task"]
        wordings = [kind, *row.get("alter", ())]
        for n in range(FILLED_PER_TEMPLATE):
            text = wordings[n % len(wordings)]
            for slot, values in row["candidates"].items():
                value = values[crc32(f"{kind}{slot}{n}".encode()) % len(values)]
                text = text.replace(f"{{{slot}}}", value)
            yield Example(text, "mobiagent-slots", "phone", kind, kind)


def _miniwob(rows: Iterable[dict[str, Any]]) -> Iterable[Example]:
    for row in rows:
        kind = row["task"]
        family = _VARIANT.sub("", kind)
        yield Example(row["utterance"], "miniwob", "miniwob", kind, family)
