"""Vectors from an OpenAI-compatible embedding service."""

from collections.abc import Sequence

import httpx
import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, FiniteFloat

from kgmem.backends.http import (
    Refusal,
    ServiceClient,
    from_service_settings,
    sendable,
)
from kgmem.config import Settings
from kgmem.errors import ServiceError
from kgmem.model.similarity import Calibration
from kgmem.ports import Vectors

BATCH = 32
"""Texts per request: what the commonest servings take without being told to."""
PROBE = "dimensions"


class _Row(BaseModel):
    model_config = ConfigDict(strict=True)

    index: int
    embedding: list[FiniteFloat]


class _Answer(BaseModel):
    data: list[_Row]


class HttpEmbedder:
    """Embedder over `POST {base}/embeddings`; see `connect` and `from_settings`."""

    calibration: Calibration | None = None
    """No scale was fitted for a model that anybody may serve."""

    def __init__(
        self,
        client: ServiceClient,
        model: str,
        dimensions: int,
        *,
        ask: bool = True,
        batch: int = BATCH,
    ) -> None:
        """`ask`: name the dimensions in each request, for models that can cut."""
        self.model = f"{model}@{dimensions}"
        self.dimensions = dimensions
        self._client = client
        self._name = model
        self._asked = dimensions if ask else None
        self._batch = batch

    @classmethod
    def connect(
        cls,
        client: ServiceClient,
        model: str,
        dimensions: int | None = None,
        *,
        batch: int = BATCH,
    ) -> "HttpEmbedder":
        """An embedder of the given dimensions, else of those that one probing
        request shows. Raises ServiceError if the probe fails."""
        if dimensions is not None:
            return cls(client, model, dimensions, batch=batch)
        found = _rows(client, model, [PROBE], None).shape[1]
        return cls(client, model, found, ask=False, batch=batch)

    @property
    def usage(self) -> dict[str, int]:
        """Calls, repeats, failures and tokens so far."""
        return self._client.usage

    def embed(self, texts: Sequence[str]) -> Vectors:
        """float32 of shape (len(texts), dimensions), rows of length 1.

        Raises ServiceError if the service fails or answers with other counts,
        dimensions or numbers than were asked for.
        """
        parts = [
            self._embed_batch(texts[start : start + self._batch])
            for start in range(0, len(texts), self._batch)
        ]
        empty = np.empty((0, self.dimensions), np.float32)
        return np.concatenate(parts) if parts else empty

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    def _embed_batch(self, texts: Sequence[str]) -> Vectors:
        try:
            rows = _rows(self._client, self._name, texts, self._asked)
        except Refusal as error:
            if not self._cannot_cut(error):
                raise
            raise ServiceError(
                f"{error}; or unset {self._client.setting}_DIMENSIONS to take the "
                "model's own"
            ) from error
        if rows.shape[1] != self.dimensions:
            raise self._client.nonsense(
                f"vectors of {rows.shape[1]} dimensions instead of {self.dimensions}; "
                f"set {self._client.setting}_DIMENSIONS to what the model gives and "
                "run `kgmem reindex`"
            )
        return rows

    def _cannot_cut(self, error: Refusal) -> bool:
        """Some servings refuse even the native dimensions, if they are named."""
        said = error.said.lower()
        named = "dimension" in said or "matryoshka" in said
        return named and self._asked is not None


def from_settings(
    settings: Settings, transport: httpx.BaseTransport | None = None
) -> HttpEmbedder | None:
    """The embedder of `KGMEM_EMBEDDING_*`; None without a base URL.

    Probes once if the dimensions are not set; raises ServiceError if that fails.
    """
    found = from_service_settings(settings, "embedding", transport)
    if found is None:
        return None
    client, model = found
    return HttpEmbedder.connect(client, model, settings.embedding_dimensions)


def _rows(
    client: ServiceClient, model: str, texts: Sequence[str], dimensions: int | None
) -> Vectors:
    """Unit vectors in the order of the texts, all of one length."""
    request: dict[str, object] = {
        "model": model,
        "input": [sendable(text) for text in texts],
        "encoding_format": "float",
    }
    if dimensions is not None:
        request["dimensions"] = dimensions
    answer = client.post("/embeddings", request)
    rows = sorted(client.read(_Answer, answer).data, key=lambda row: row.index)
    if [row.index for row in rows] != list(range(len(texts))):
        raise client.nonsense(
            f"{len(rows)} vectors for {len(texts)} texts, or indexes out of line"
        )
    if len({len(row.embedding) for row in rows}) != 1 or not rows[0].embedding:
        raise client.nonsense("vectors of unequal or no length")
    return _unit(client, np.array([row.embedding for row in rows], np.float64))


def _unit(client: ServiceClient, rows: npt.NDArray[np.float64]) -> Vectors:
    peaks = np.abs(rows).max(axis=1, keepdims=True)
    if not peaks.all():
        raise client.nonsense("a vector of zeros only")
    rows = rows / peaks  # so that squaring neither over- nor underflows
    unit: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit.astype(np.float32)
