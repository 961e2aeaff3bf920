"""Pairs of task texts that are, or are not, the same kind of task.

The texts come from four sets of tasks with a known kind each:

* webarena-templates: same template = same kind; a site is a scope
* mobiagent-zh, dev.jsonl: same app and type = same kind; an app is a scope
* mobiagent-zh, slot_templates.jsonl: wordings of one template, filled from its
  candidates, are the same kind (made, not collected)
* miniwob-demos: same task = same kind; variants of one task (`-easy`, `-nodelay`, …)
  are compared neither as same nor as different

and screenagent-zh gives one task in both languages. A pair of different kinds is
`hard` if both come from one scope (app, site), and never spans two sets, whose kinds
might overlap.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from kgmem.errors import InvalidInput
from kgmem.lab import Language, language_of

SAME_PER_KIND = 12
"""Same-kind pairs taken from one kind, so that no large kind outweighs the rest."""
OTHERS_PER_TEXT = 4
"""Different-kind pairs that a text starts, hard and easy each."""
FILLED_PER_TEMPLATE = 8
SHARE = {"same": 0.5, "hard": 0.25, "easy": 0.25}
"""Weight of each class of pair."""

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


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs as positions in a list of texts, with truth and weight (sum 1)."""

    left: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]
    same: npt.NDArray[np.bool_]
    weight: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.left)


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


def pair_up(examples: Sequence[Example]) -> Pairs:
    """Same-kind, hard and easy pairs within each set, each class with its share."""
    rows: list[tuple[int, int, str]] = []
    rows += [(a, b, "same") for a, b in _same(examples)]
    rows += [(a, b, "hard") for a, b in _others(examples, _is_hard)]
    rows += [(a, b, "easy") for a, b in _others(examples, _is_easy)]
    return _weighted(rows)


def pair_translations(translations: Sequence[tuple[str, str]]) -> Pairs:
    """Positions in [all Chinese, then all English]: each text with its own
    translation and with others."""
    n = len(translations)
    rows = [(i, n + i, "same") for i in range(n)]
    rows += [
        (i, n + (i + step) % n, "easy") for i in range(n) for step in (1, 3, 7, 19)
    ]
    return _weighted([row for row in rows if row[2] == "same" or row[1] - n != row[0]])


def _same(examples: Sequence[Example]) -> Iterable[tuple[int, int]]:
    kinds: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i, example in enumerate(examples):
        kinds[example.source, example.kind].append(i)
    for members in kinds.values():
        pairs = sorted(combinations(members, 2), key=_shuffled(examples))
        yield from pairs[:SAME_PER_KIND]


def _others(
    examples: Sequence[Example], wanted: Callable[[Example, Example], bool]
) -> Iterable[tuple[int, int]]:
    for i, example in enumerate(examples):
        partners = [(i, j) for j, e in enumerate(examples) if wanted(example, e)]
        yield from sorted(partners, key=_shuffled(examples))[:OTHERS_PER_TEXT]


def _is_hard(a: Example, b: Example) -> bool:
    return (a.source, a.scope) == (b.source, b.scope) and a.family != b.family


def _is_easy(a: Example, b: Example) -> bool:
    return a.source == b.source and a.scope != b.scope and a.family != b.family


def _shuffled(examples: Sequence[Example]) -> Callable[[tuple[int, int]], int]:
    return lambda pair: crc32(
        f"{examples[pair[0]].text}\n{examples[pair[1]].text}".encode()
    )


def _weighted(rows: Sequence[tuple[int, int, str]]) -> Pairs:
    counts = {name: sum(row[2] == name for row in rows) for name in SHARE}
    weight = np.array([SHARE[name] / counts[name] for _, _, name in rows])
    same = np.array([name == "same" for _, _, name in rows])
    weight[~same] *= 0.5 / max(weight[~same].sum(), 1e-12)
    left, right = (np.array([row[k] for row in rows], dtype=np.int64) for k in (0, 1))
    return Pairs(left, right, same, weight / weight.sum())
