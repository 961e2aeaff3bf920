"""Is a clause asserted, lasting, and about whom it is read of? Told by a logistic
regression on what is seen of it and on the vectors of what it tells and its sentence.

It was fitted with one embedder and tells nothing of the vectors of others; on what, and
how well it does on chats that it was not fitted on:
`kgmem_bench.conversation.fit_saying`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from kgmem import ConfigurationError
from kgmem.ports import Embedder, Vectors
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
    vectors: Vectors
    """Of what a clause tells, and of its sentence: two rows."""

    def odds(self, clause: Clause, vectors: Vectors) -> float:
        """The log-odds that a clause is to be told."""
        seen = sum(self.signs.get(one, 0.0) for one in clause.signs)
        return self.bias + seen + float((vectors * self.vectors).sum())

    def told(self, clauses: Sequence[Clause], embedder: Embedder) -> list[bool]:
        """Of each clause of no kind, is it to be told?"""
        vectors = vectors_of(clauses, embedder)
        return [
            self.odds(one, each) >= self.least
            for one, each in zip(clauses, vectors, strict=True)
        ]


def vectors_of(clauses: Sequence[Clause], embedder: Embedder) -> Vectors:
    """Those of what each tells, and of its sentence: an array of clauses, two, and the
    embedder's dimensions."""
    texts = [text for one in clauses for text in (one.text, one.own.quote)]
    places = {text: n for n, text in enumerate(dict.fromkeys(texts))}
    embedded = embedder.embed(list(places))
    return embedded[[places[text] for text in texts]].reshape(len(clauses), 2, -1)


@cache
def fitted(language: str) -> Weights:
    """What comes with the package."""
    return read_fitted(FILE, language, _made)


def _made(raw: dict[str, Any]) -> Weights:
    return Weights(**{**raw, "vectors": np.asarray(raw["vectors"], np.float32)})
