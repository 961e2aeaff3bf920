"""Relevance scores from a rerank service."""

import math
from collections.abc import Sequence

import httpx
from pydantic import AliasChoices, AliasPath, BaseModel, ConfigDict, Field, FiniteFloat

from kgmem import Settings
from kgmem_servers.services.client import ServiceClient, sendable
from kgmem_servers.services.settings import from_service_settings

ROUNDING = 1e-3
"""So far outside 0..1 a score may lie and still count as a rounded probability."""
BATCH = 100
"""Documents per request: fewer than any hosted service refuses."""
OPTIONAL = ("return_documents", "top_n")
"""Left out from then on if the service refuses them."""


class _Score(BaseModel):
    model_config = ConfigDict(strict=True)

    index: int
    score: FiniteFloat = Field(
        validation_alias=AliasChoices("relevance_score", "score")
    )


class _Answer(BaseModel):
    scores: list[_Score] = Field(
        validation_alias=AliasChoices("results", "data", AliasPath("output", "results"))
    )


class HttpReranker:
    """Reranker over `POST {base}/rerank`, the endpoint of Jina, Cohere, vLLM and
    others; see `from_settings`."""

    def __init__(self, client: ServiceClient, model: str) -> None:
        self.model, self.service = model, client

    def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        """One score in 0..1 per document, in their order.

        Raises ServiceError if the service fails or leaves a document out.
        """
        starts = range(0, len(documents), BATCH)
        parts = self.service.side_by_side(
            lambda start: self._scores(query, documents[start : start + BATCH]), starts
        )
        return _probabilities([score for part in parts for score in part])

    def _scores(self, query: str, documents: Sequence[str]) -> list[float]:
        """The service's own scores of one batch, in the order of the documents."""
        request = {
            "model": self.model,
            "query": sendable(query),
            "documents": [sendable(document) for document in documents],
            "top_n": len(documents),
            "return_documents": False,
        }
        answer = self.service.post("/rerank", request, optional=OPTIONAL)
        scores = {
            row.index: row.score for row in self.service.read(_Answer, answer).scores
        }
        if sorted(scores) != list(range(len(documents))):
            raise self.service.faults.unusable(
                f"{len(scores)} scores for {len(documents)} documents, or indexes out "
                "of line"
            )
        return [scores[place] for place in range(len(documents))]


def from_settings(
    settings: Settings, transport: httpx.BaseTransport | None = None
) -> HttpReranker:
    """The reranker of `KGMEM_RERANK_*`."""
    return HttpReranker(*from_service_settings(settings, "rerank", transport))


def _probabilities(scores: list[float]) -> list[float]:
    """Scores in 0..1; if one is not, all are logits and go through the logistic
    function, which keeps their order."""
    if all(-ROUNDING <= score <= 1 + ROUNDING for score in scores):
        return [min(max(score, 0.0), 1.0) for score in scores]
    # 1 / (1 + exp(-x)) written so that no x overflows
    return [0.5 * (1.0 + math.tanh(score / 2)) for score in scores]
