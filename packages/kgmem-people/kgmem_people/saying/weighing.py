"""Is a clause asserted, lasting, and about whom it is read of? Told by a logistic
regression on what is seen of it and on the vector of what it tells.

It was fitted with one embedder and tells nothing of the vectors of others; on what, and
how well it does on chats that it was not fitted on:
`kgmem_bench.conversation.fit_saying`.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self, TypeVar

import numpy as np

from kgmem import ConfigurationError
from kgmem.ports import Vectors
from kgmem_people.saying.clause import Clause

T = TypeVar("T")
FILE = Path(__file__).with_name("weights.json")


def read_fitted(path: Path, language: str, make: Callable[[dict[str, Any]], T]) -> T:
    """What a file of the package holds of a language. Raises ConfigurationError."""
    try:
        return make(json.loads(path.read_text(encoding="utf-8"))[language])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigurationError(
            f"{path.name} can't be read ({error}); reinstall kgmem"
        ) from error


@dataclass(frozen=True, slots=True)
class Weights:
    """What was fitted for a language with one embedder."""

    model: str
    """The embedder's id."""
    bias: float
    least: float
    """Log-odds from which on a clause in its own words is told; what is of a kind has a
    form by which it is checked, and needs none."""
    signs: Mapping[str, float]
    vector: Vectors

    @classmethod
    def read(cls, language: str, path: Path = FILE) -> Self:
        """What a file of the package holds."""
        return read_fitted(
            path,
            language,
            lambda raw: cls(**{**raw, "vector": np.asarray(raw["vector"], np.float32)}),
        )

    def odds(self, signs: Iterable[str], vector: Vectors) -> float:
        """The log-odds that a clause is to be told."""
        seen = sum(self.signs.get(one, 0.0) for one in signs)
        return self.bias + seen + float(vector @ self.vector)

    def told(self, clauses: Sequence[Clause], vectors: Vectors) -> list[bool]:
        """Of each clause, is it to be told?"""
        return [
            one.holds
            and (bool(one.typed) or self.odds(one.signs, vector) >= self.least)
            for one, vector in zip(clauses, vectors, strict=True)
        ]


@cache
def fitted(language: str) -> Weights:
    """What comes with the package."""
    return Weights.read(language)
