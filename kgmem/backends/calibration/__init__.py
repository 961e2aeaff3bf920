"""What was fitted per offline model: centres of its vectors and a similarity scale.

One JSON file per model, written by `kgmem bench embedders --write`.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, Self

import numpy as np

from kgmem.errors import ConfigurationError
from kgmem.model.base import Language, language_of
from kgmem.model.values.similarity import SimilarityScale
from kgmem.ports import Vectors

log = logging.getLogger(__name__)

FOLDER = Path(str(files(__name__)))
SMALLEST = 1e-6
"""Length below which a vector has no direction."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """Constants of one model."""

    version: str
    """Version of the model's package that they were fitted with."""
    calibration: SimilarityScale
    means: Mapping[Language, Vectors] = field(default_factory=dict)
    """Mean unit vector of the texts of a language; empty: vectors stay as they are."""
    revision: int = 1
    """Counts up when the means change, since stored vectors depend on them."""

    @property
    def processing(self) -> str:
        """What a model's id says about its processing."""
        return f"+centered-{self.revision}" if self.means else ""

    def scale_for(self, version: str) -> SimilarityScale | None:
        """The scale, or None (with a warning) for a package of another minor
        version, whose weights may differ."""
        if version.split(".")[:2] == self.version.split(".")[:2]:
            return self.calibration
        log.warning(
            "the similarity scale was fitted with version %s of the embedder, not %s: "
            "similarities rank, but nothing is replayed on their strength; "
            "`kgmem bench embedders --write` fits it again",
            self.version,
            version,
        )
        return None

    def to_json(self) -> str:
        """The file's text; numbers are rounded to what single precision notices."""
        means = {
            name: [round(float(x), 4) for x in m] for name, m in self.means.items()
        }
        knots = [[round(x, 4), round(y, 4)] for x, y in self.calibration.knots]
        fields = {"version": self.version, "revision": self.revision, "knots": knots}
        return json.dumps({**fields, "means": means}, separators=(",", ":")) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Self:
        raw: dict[str, Any] = json.loads(text)
        knots = tuple((float(x), float(y)) for x, y in raw["knots"])
        means = {name: np.asarray(m, np.float32) for name, m in raw["means"].items()}
        return cls(raw["version"], SimilarityScale(knots), means, raw["revision"])


def load(name: str) -> Fitted:
    """The constants of model `name`.

    Raises ConfigurationError if the installed package lacks them.
    """
    path = FOLDER / f"{name}.json"
    try:
        return Fitted.from_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError) as error:
        raise ConfigurationError(
            f"{path} is missing or damaged ({error}); install kgmem again"
        ) from error


def center(
    vectors: Vectors, texts: Sequence[str], means: Mapping[Language, Vectors]
) -> Vectors:
    """Each row minus the mean of its text's language, of length 1 again."""
    if not means or not len(texts):
        return unit(vectors)
    moved = vectors - np.stack([means[language_of(text)] for text in texts])
    gone = np.linalg.norm(moved, axis=1) < SMALLEST
    moved[gone] = vectors[gone]
    return unit(moved)


def unit(vectors: Vectors) -> Vectors:
    """Rows of length 1 as float32; a row of zeros becomes the first axis."""
    rows = np.array(vectors, dtype=np.float32, ndmin=2)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    rows[lengths[:, 0] < SMALLEST] = np.eye(1, rows.shape[1], dtype=np.float32)[0]
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows
