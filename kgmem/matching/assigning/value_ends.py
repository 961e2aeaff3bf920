"""Where a value ends, told by vectors: is the end of a new value a part of it, or words
that say something else of the request?

A logistic regression on the vector of each end, and on what the end changes in the
vector of the value. It was fitted with one embedder and tells nothing of the vectors of
others; on what, and how well it does in a language that it was not fitted on:
`kgmem_bench.strangers.fit_ends`.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self

import numpy as np

from kgmem.errors import ConfigurationError
from kgmem.language.read_text import part_of_text
from kgmem.matching.assigning.units import units
from kgmem.ports import Vectors

FILE = Path(__file__).with_name("value_ends.json")
LAST = 5
"""Ends of a value that are looked at: longer ones say the same."""
_KANA = r"(?<=[\u3041-\u309f])(?=[\u30a1-\u30fa])"
_SCRIPTS = re.compile(rf"{_KANA}|(?<=[\u30a1-\u30fc])(?=[\u3041-\u309f])")
"""Japanese words begin where the script changes."""


Embed = Callable[[Sequence[str]], Vectors]
"""Texts to unit vectors, in their order."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A value cut in two."""

    before: str
    end: str


@dataclass(frozen=True, slots=True)
class ValueEnds:
    """What was fitted with one embedder."""

    model: str
    """The embedder's id."""
    weights: Vectors
    """Of the columns of `rows`."""
    bias: float

    @classmethod
    def read(cls, path: Path = FILE) -> Self:
        """What a file of the package holds."""
        try:
            raw = json.loads(path.read_text(encoding="utf-8"))
            weights = np.asarray(raw["weights"], np.float32)
            return cls(str(raw["model"]), weights, float(raw["bias"]))
        except (OSError, ValueError, KeyError) as error:
            raise ConfigurationError(
                f"{path.name} can't be read ({error}); reinstall kgmem"
            ) from error

    def to_json(self) -> str:
        """The file's text."""
        weights = [round(float(one), 4) for one in self.weights]
        fields = {"model": self.model, "bias": round(self.bias, 4), "weights": weights}
        return json.dumps(fields, separators=(",", ":")) + "\n"

    def odds(self, value: str, embed: Embed) -> list[tuple[float, str]]:
        """Of each end of the value, the log-odds that it is no part of it, the most
        doubtful first."""
        found = cuts(value)
        if not found:
            return []
        odds = rows(value, found, embed) @ self.weights + self.bias
        told = zip(odds.tolist(), (cut.end for cut in found), strict=True)
        return sorted(told, reverse=True)


@cache
def fitted() -> ValueEnds:
    """What comes with the package."""
    return ValueEnds.read()


@part_of_text
def cuts(value: str) -> tuple[Cut, ...]:
    """The value cut at each word, the last ones only of a long one."""
    starts = {unit.start for unit in units(value) if not unit.is_mark}
    starts |= {found.start() for found in _SCRIPTS.finditer(value)}
    places = sorted(at for at in starts if at > 0)[-LAST:]
    return tuple(Cut(value[:at].rstrip(), value[at:]) for at in places)


def rows(value: str, found: Sequence[Cut], embed: Embed) -> Vectors:
    """What is known of each cut: the vector of the end, and how the value's differs
    from that of what stands before it."""
    texts = [value, *(cut.before for cut in found), *(cut.end for cut in found)]
    vectors = embed(texts)
    before, ends = vectors[1 : len(found) + 1], vectors[len(found) + 1 :]
    return np.hstack([ends, vectors[0] - before])
