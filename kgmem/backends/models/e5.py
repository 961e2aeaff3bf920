"""multilingual-e5-small in 8 bit on onnxruntime, in process: the package `kgmem-e5`."""

import functools
import threading
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import numpy as np

from kgmem.backends import calibration as fitted
from kgmem.errors import ConfigurationError
from kgmem.model.values.similarity import SimilarityScale
from kgmem.ports import Vectors

if TYPE_CHECKING:
    from kgmem_e5 import E5

NAME = "e5"
PACKAGES = ("kgmem-e5", "onnxruntime")
DIMENSIONS = 384
LONGEST = 2_000
"""UTF-8 bytes of a text that are embedded, about one window of 512 tokens in either
language. The engine itself takes texts of any length: 1 MB would take minutes."""

_opening = threading.Lock()


class E5Embedder:
    """Embedder over kgmem_e5, opened (50 ms, 60 MB) at the first text; safe to call
    from several threads at once.

    Raises ConfigurationError where its packages are missing.
    """

    def __init__(self, *, centered: bool = True) -> None:
        """`centered=False`: the model's own vectors, to fit the constants on."""
        installed = _installed()
        constants = fitted.load(NAME) if centered else None
        self.model = f"{NAME}-{installed}{constants.processing if constants else ''}"
        self.dimensions = DIMENSIONS
        self.calibration: SimilarityScale | None = (
            constants.scale_for(installed) if constants else None
        )
        self._means = constants.means if constants else {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        """float32 of shape (len(texts), 384); of each text the first 2,000 bytes.

        Both sides get the prefix "query: ", as the model's card asks for symmetric
        tasks.
        """
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        heads = [head(text, LONGEST) for text in texts]
        return fitted.center(_engine().embed(heads), heads, self._means)


def head(text: str, size: int) -> str:
    """The longest beginning of `text` within `size` bytes of UTF-8, without NULs."""
    text = text[:size].replace("\x00", "")
    data = text.encode("utf-8", "replace")
    return data[:size].decode("utf-8", "ignore")


def _installed() -> str:
    """The version of kgmem-e5; it can be had without what it runs on."""
    for package in PACKAGES:
        try:
            version(package)
        except PackageNotFoundError as error:
            raise ConfigurationError(
                f"the package {package} is not installed (pip install {package})"
            ) from error
    return version(PACKAGES[0])


def _engine() -> "E5":
    with _opening:
        return _open()


@functools.cache
def _open() -> "E5":
    """The one engine of this process."""
    try:
        from kgmem_e5 import E5

        return E5()
    except (ImportError, OSError, RuntimeError) as error:
        raise ConfigurationError(f"{NAME} does not open: {error}") from error
