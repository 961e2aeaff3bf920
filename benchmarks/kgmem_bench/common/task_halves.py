"""The tasks of all sets: one half to tune on, the other to report on.

Beside the sets whose kinds are known (`task_pairs`): translations, of which both
texts are one kind; and autodroid, stored but never asked, since nobody said
which of its tasks are alike.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kgmem.errors import InvalidInput
from kgmem_bench.common.task_pairs import (
    Example,
    is_tuning,
    read_examples,
    read_translations,
)
from kgmem_bench.recall.neighbours import TRANSLATIONS

OTHERS = "autodroid"


@dataclass(frozen=True, slots=True)
class Part:
    """One half of the data."""

    examples: tuple[Example, ...]
    translations: tuple[tuple[str, str], ...]
    """Chinese, English."""
    others: tuple[Example, ...]
    """Only stored, never asked."""

    def told(self) -> list[Example]:
        """Each translated task in Chinese, then in English."""
        return [
            Example(text, TRANSLATIONS, TRANSLATIONS, english, english)
            for chinese, english in self.translations
            for text in (chinese, english)
        ]

    def asked(self) -> list[Example]:
        """All tasks whose kind is known."""
        return [*self.examples, *self.told()]

    def stored(self) -> list[Example]:
        """What a memory of this half holds."""
        return [*self.asked(), *self.others]


def read_parts(data: Path) -> tuple[Part, Part]:
    """The half to tune on and the half to report on, no kind of task in both.

    Raises InvalidInput if a set is missing.
    """
    examples, translations = read_examples(data), read_translations(data)
    others = _alone(OTHERS, _column(data / OTHERS / "dev.jsonl", "task"))
    tuning, held_out = (
        Part(
            tuple(e for e in examples if e.tuning is wanted),
            tuple(t for t in translations if is_tuning(t[1]) is wanted),
            tuple(e for e in others if e.tuning is wanted),
        )
        for wanted in (True, False)
    )
    return tuning, held_out


def _column(path: Path, name: str) -> Iterable[str]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InvalidInput(f"{path} can't be read: {error}") from error
    return [str(json.loads(line)[name]) for line in lines if line.strip()]


def _alone(source: str, texts: Iterable[str]) -> list[Example]:
    """Each text a kind of its own."""
    return [Example(t, source, source, t, t) for t in dict.fromkeys(texts)]
