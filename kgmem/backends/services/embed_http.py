"""Vectors from an OpenAI-compatible embedding service.

texts -> batches, some at a time -> rows; what is refused is found by halving
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import httpx
import numpy as np

from kgmem.backends.services.embed_answer import Row, Rows, Unusable, rows_of
from kgmem.backends.services.failures import Failure, Refusal
from kgmem.backends.services.http import Patience, ServiceClient, sendable
from kgmem.backends.services.optional_fields import OptionalFields
from kgmem.backends.services.settings import from_service_settings
from kgmem.backends.services.slots import side_by_side
from kgmem.config import Settings
from kgmem.errors import ServiceError, TextsRefused
from kgmem.model.values.similarity import Calibration
from kgmem.ports import Vectors

BATCH = 32
"""Texts per request: what the commonest servings take without being told to."""
PROBE = "dimensions"
"""A text that no model refuses."""
OF_THE_TEXTS = (400, 413, 422)
"""Statuses that may mean a text, or the sum of them, that is too long."""
OPTIONAL = ("encoding_format",)

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Gathered:
    """Vectors by the place of their text in the call, and why there is none."""

    rows: dict[int, Row] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)

    def take(self, other: "_Gathered") -> None:
        self.rows |= other.rows
        self.refused |= other.refused


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
        recall_patience: Patience | None = None,
    ) -> None:
        """`ask`: name the dimensions in each request, for models that can cut.
        `recall_patience`: what a call of one text has."""
        self.model = f"{model}@{dimensions}"
        self.dimensions = dimensions
        self.service = client
        self._fields = OptionalFields(client, OPTIONAL)
        self._name = model
        self._asked = dimensions if ask else None
        self._batch = batch
        self._recall_patience = recall_patience

    @classmethod
    def connect(
        cls,
        client: ServiceClient,
        model: str,
        dimensions: int | None = None,
        *,
        batch: int = BATCH,
        recall_patience: Patience | None = None,
    ) -> "HttpEmbedder":
        """An embedder of the given dimensions, else of those that one probing
        request shows. Raises ServiceError if the probe fails."""
        ask = dimensions is not None
        if dimensions is None:
            dimensions = _probed(client, model)
        return cls(
            client,
            model,
            dimensions,
            ask=ask,
            batch=batch,
            recall_patience=recall_patience,
        )

    @property
    def usage(self) -> dict[str, int]:
        """Calls, requests, repeats, failures and tokens so far."""
        return self.service.usage

    def embed(self, texts: Sequence[str]) -> Vectors:
        """float32 of shape (len(texts), dimensions), rows of length 1.

        Raises TextsRefused, with the rows of the others, if the service takes some
        texts and not these; ServiceError if it fails or answers with other counts,
        dimensions or numbers than were asked for.
        """
        patience = self._recall_patience if len(texts) == 1 else None
        batches = [
            dict(enumerate(texts[start : start + self._batch], start))
            for start in range(0, len(texts), self._batch)
        ]
        found = _Gathered()
        for part in side_by_side(
            lambda batch: self._gather(batch, patience),
            batches,
            self.service.concurrency,
        ):
            found.take(part)
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        for place, row in found.rows.items():
            vectors[place] = row
        if found.refused:
            cure = f"check how long a text {self.service.setting}_MODEL takes"
            raise TextsRefused(self.service.place, cure, found.refused, vectors)
        return vectors

    def close(self) -> None:
        """Let go of the connections."""
        self.service.close()

    # one batch --------------------------------------------------------------------

    def _gather(
        self,
        texts: Mapping[int, str],
        patience: Patience | None,
        probed: bool = False,
    ) -> _Gathered:
        """One batch; where it is refused, each half, down to the texts that are
        refused alone. `probed`: the service is known to take a harmless text."""
        try:
            return self._asked_twice(texts, patience)
        except Unusable as error:
            failure = self.service.nonsense(str(error))
        except Refusal as error:
            if error.status not in OF_THE_TEXTS:
                raise
            failure = error
        if not probed:
            self._probe(failure, patience)
        places = list(texts)
        if len(places) == 1:
            return _Gathered(refused={places[0]: failure.fault})
        _log.warning("a batch of %d texts was refused, asking by halves", len(places))
        found, middle = _Gathered(), len(places) // 2
        for half in (places[:middle], places[middle:]):
            part = {place: texts[place] for place in half}
            found.take(self._gather(part, patience, probed=True))
        return found

    def _probe(self, failure: Failure, patience: Patience | None) -> None:
        """Raise the failure if a harmless text fails, too: then it is the model's
        name or the request, and asking by halves would be in vain."""
        try:
            self._ask([PROBE], patience)
        except (Refusal, Unusable):
            raise self._explained(failure) from None

    def _asked_twice(
        self, texts: Mapping[int, str], patience: Patience | None
    ) -> _Gathered:
        """A batch, and once more what the answer left out; what is left out again
        is refused."""
        places = list(texts)
        first = self._ask(list(texts.values()), patience)
        found = _Gathered({places[n]: row for n, row in first.vectors.items()})
        missing = {places[n]: why for n, why in first.faults.items()}
        if missing:
            found.take(self._once_more(texts, missing, patience))
        return found

    def _once_more(
        self,
        texts: Mapping[int, str],
        missing: Mapping[int, str],
        patience: Patience | None,
    ) -> _Gathered:
        """The texts that an answer left out, and why; asked for a last time."""
        places = list(missing)
        try:
            again = self._ask([texts[place] for place in places], patience)
        except Unusable:
            return _Gathered(refused=dict(missing))
        return _Gathered(
            {places[n]: row for n, row in again.vectors.items()},
            {places[n]: why for n, why in again.faults.items()},
        )

    def _ask(self, texts: Sequence[str], patience: Patience | None) -> Rows:
        """The rows of one request, one at least; raises Unusable without any."""
        answer = self._fields.post(
            "/embeddings", _request(self._name, texts, self._asked), patience
        )
        rows = rows_of(answer, len(texts), self.dimensions)
        if rows.vectors:
            return rows
        if others := rows.widths - {self.dimensions, 0}:
            raise self._other_dimensions(min(others))
        raise Unusable(next(iter(rows.faults.values())))

    # what is refused --------------------------------------------------------------

    def _explained(self, failure: Failure) -> ServiceError:
        """Some servings refuse even the native dimensions, if they are named."""
        said = failure.said.lower() if isinstance(failure, Refusal) else ""
        if self._asked is None or not ("dimension" in said or "matryoshka" in said):
            return failure
        return ServiceError(
            f"{failure}; or unset {self.service.setting}_DIMENSIONS to take the "
            "model's own"
        )

    def _other_dimensions(self, found: int) -> ServiceError:
        return self.service.failure(
            f"vectors of {found} dimensions instead of {self.dimensions}",
            f"set {self.service.setting}_DIMENSIONS to what the model gives and run "
            "`kgmem reindex`",
        )


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
    return HttpEmbedder.connect(
        client,
        model,
        settings.embedding_dimensions,
        recall_patience=Patience(
            settings.embedding_recall_patience, f"{client.setting}_RECALL_PATIENCE"
        ),
    )


def _request(
    model: str, texts: Sequence[str], dimensions: int | None
) -> dict[str, object]:
    request: dict[str, object] = {
        "model": model,
        "input": [sendable(text) for text in texts],
        "encoding_format": "float",
    }
    if dimensions is not None:
        request["dimensions"] = dimensions
    return request


def _probed(client: ServiceClient, model: str) -> int:
    """The dimensions of the model, by one request."""
    fields = OptionalFields(client, OPTIONAL)
    answer = fields.post("/embeddings", _request(model, [PROBE], None))
    try:
        rows = rows_of(answer, 1)
    except Unusable as error:
        raise client.nonsense(str(error)) from error
    if not rows.vectors:
        raise client.nonsense(rows.faults[0])
    return rows.vectors[0].size
