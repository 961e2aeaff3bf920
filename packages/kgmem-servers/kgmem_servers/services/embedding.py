"""Vectors from an OpenAI-compatible embedding service.

texts -> batches, some at a time -> rows; what is refused is found by halving, and then
halved itself
"""

import base64
import logging
from collections.abc import Sequence
from typing import Annotated

import httpx
import numpy as np
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, FiniteFloat

from kgmem import Settings
from kgmem.ports import Vectors
from kgmem.servers import SimilarityScale
from kgmem_servers.services.client import Json, ServiceClient, sendable
from kgmem_servers.services.failures import Failure, Patience, Refusal, Unusable
from kgmem_servers.services.settings import from_service_settings

BATCH = 32
"""Texts per request: what the commonest servings take without being told to."""
PROBE = "dimensions"
"""A text that no model refuses."""
OF_THE_TEXTS = (400, 413, 422)
"""Statuses that may mean a text, or the sum of them, that is too long."""
OPTIONAL = ("encoding_format",)

_log = logging.getLogger(__name__)


def _decoded(value: object) -> object:
    """Base64 of little-endian 32-bit floats, which some gateways give unasked."""
    if not isinstance(value, str):
        return value
    try:
        return np.frombuffer(base64.b64decode(value, validate=True), "<f4").tolist()
    except ValueError as error:
        raise ValueError("is neither a list nor base64 of 32-bit floats") from error


Numbers = Annotated[list[FiniteFloat], Field(min_length=1), BeforeValidator(_decoded)]


class _Row(BaseModel):
    model_config = ConfigDict(strict=True)

    index: int
    embedding: Numbers


class _Answer(BaseModel):
    data: list[_Row]


def _of_the_texts(error: Failure) -> Failure:
    """The failure, if it may be the texts that are at fault; else raises it."""
    if isinstance(error, Refusal) and error.status not in OF_THE_TEXTS:
        raise error
    return error


class HttpEmbedder:
    """Embedder over `POST {base}/embeddings`; see `connect` and `from_settings`."""

    calibration: SimilarityScale | None = None
    """No scale was fitted for a model that anybody may serve."""

    def __init__(
        self,
        client: ServiceClient,
        model: str,
        dimensions: int,
        *,
        ask: bool = True,
        batch: int = BATCH,
        recall_patience: Patience | None = None,
    ) -> None:
        """`ask`: name the dimensions in each request, for models that can cut.
        `recall_patience`: what a call of one text has."""
        self.model = f"{model}@{dimensions}"
        self.dimensions, self.service = dimensions, client
        self._name, self._batch = model, batch
        self._asked = dimensions if ask else None
        self._recall_patience = recall_patience

    @classmethod
    def connect(
        cls,
        client: ServiceClient,
        model: str,
        dimensions: int | None = None,
        *,
        recall_patience: Patience | None = None,
    ) -> "HttpEmbedder":
        """An embedder of the given dimensions, else of those that one probing
        request shows. Raises ServiceError if the probe fails."""
        ask = dimensions is not None
        if dimensions is None:
            dimensions = _rows_of(client, model, [PROBE]).shape[1]
        return cls(client, model, dimensions, ask=ask, recall_patience=recall_patience)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """float32 of shape (len(texts), dimensions), rows of length 1.

        Of a text that the service does not take beside others that it takes, as much
        of its beginning stands for it as it takes. Raises ServiceError if it fails or
        answers with other counts, dimensions or numbers than were asked for.
        """
        patience = self._recall_patience if len(texts) == 1 else None
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        batches = [
            range(start, min(start + self._batch, len(texts)))
            for start in range(0, len(texts), self._batch)
        ]
        self.service.side_by_side(
            lambda places: self._fill(vectors, texts, places, patience), batches
        )
        return vectors

    def _fill(
        self,
        vectors: Vectors,
        texts: Sequence[str],
        places: range,
        patience: Patience | None,
        probed: bool = False,
    ) -> None:
        """Writes the rows of one batch; where it is refused, those of each half, down
        to the texts that are refused alone. `probed`: the service is known to take a
        harmless text."""
        batch = slice(places.start, places.stop)
        try:
            vectors[batch] = self._ask(texts[batch], patience)
            return
        except (Refusal, Unusable) as error:
            failure = _of_the_texts(error)
        if not probed:
            self._probe(failure, patience)
        if len(places) == 1:
            vectors[batch] = self._of_beginning(texts[places[0]], patience)
            return
        _log.warning("a batch of %d texts was refused, asking by halves", len(places))
        middle = len(places) // 2
        self._fill(vectors, texts, places[:middle], patience, probed=True)
        self._fill(vectors, texts, places[middle:], patience, probed=True)

    def _of_beginning(self, text: str, patience: Patience | None) -> Vectors:
        """The row of as much of the text as the service takes, halved until it does;
        of a harmless one in the end."""
        part = text[: len(text) // 2]
        try:
            row = self._ask([part or PROBE], patience)
        except (Refusal, Unusable) as error:
            if not part:
                raise
            _of_the_texts(error)
            return self._of_beginning(part, patience)
        _log.warning("a text was refused; %d characters stand for it", len(part))
        return row

    def _probe(self, failure: Failure, patience: Patience | None) -> None:
        """Raise the failure if a harmless text fails, too: then it is the model's
        name or the request, and asking by halves would be in vain."""
        try:
            self._ask([PROBE], patience)
        except (Refusal, Unusable):
            raise self._explained(failure) from None

    def _ask(self, texts: Sequence[str], patience: Patience | None) -> Vectors:
        rows = _rows_of(self.service, self._name, texts, self._asked, patience)
        if rows.shape[1] == self.dimensions:
            return rows
        raise Failure(
            self.service.faults.place,
            f"vectors of {rows.shape[1]} dimensions instead of {self.dimensions}",
            f"set {self.service.setting}_DIMENSIONS to what the model gives and run "
            "`kgmem reindex`",
        )

    def _explained(self, failure: Failure) -> Failure:
        """Some servings refuse even the native dimensions, if they are named."""
        said = failure.said.lower()
        if self._asked is None or not ("dimension" in said or "matryoshka" in said):
            return failure
        own = f"unset {self.service.setting}_DIMENSIONS to take the model's own"
        return Failure(failure.place, failure.fault, f"{failure.cure}; or {own}")


def from_settings(
    settings: Settings, transport: httpx.BaseTransport | None = None
) -> HttpEmbedder:
    """The embedder of `KGMEM_EMBEDDING_*`. Probes once if the dimensions are not set;
    raises ServiceError if that fails."""
    client, model = from_service_settings(settings, "embedding", transport)
    patience = Patience(
        settings.embedding_recall_patience, f"{client.setting}_RECALL_PATIENCE"
    )
    return HttpEmbedder.connect(
        client, model, settings.embedding_dimensions, recall_patience=patience
    )


def _rows_of(
    client: ServiceClient,
    model: str,
    texts: Sequence[str],
    dimensions: int | None = None,
    patience: Patience | None = None,
) -> Vectors:
    """Unit vectors in the order of the texts; Unusable if one is missing or no
    direction, or their lengths differ."""
    request: Json = {
        "model": model,
        "input": [sendable(text) for text in texts],
        "encoding_format": "float",
    }
    if dimensions is not None:
        request["dimensions"] = dimensions
    answer = client.post("/embeddings", request, patience, OPTIONAL)
    rows = {row.index: row.embedding for row in client.read(_Answer, answer).data}
    if sorted(rows) != list(range(len(texts))):
        raise client.faults.unusable(
            f"{len(rows)} vectors for {len(texts)} texts, or indexes out of line"
        )
    widths = sorted({len(row) for row in rows.values()})
    if len(widths) > 1:
        raise client.faults.unusable(
            f"vectors of {widths[0]} and of {widths[-1]} dimensions"
        )
    found = np.array([rows[place] for place in range(len(texts))], np.float64)
    largest = np.abs(found).max(axis=1, keepdims=True)
    if not largest.all():
        raise client.faults.unusable("a vector of zeros only")
    found /= largest  # so that squaring neither over- nor underflows
    unit: Vectors = (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(
        np.float32
    )
    return unit
