"""Relevance scores from a rerank service."""

import math
from collections.abc import Sequence

import httpx
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, FiniteFloat

from kgmem.backends.http import ServiceClient, from_service_settings, sendable
from kgmem.config import Settings

ROUNDING = 1e-3
"""So far outside 0..1 a score may lie and still count as a rounded probability."""


class _Score(BaseModel):
    model_config = ConfigDict(strict=True)

    index: int
    score: FiniteFloat = Field(
        validation_alias=AliasChoices("relevance_score", "score")
    )


class _Answer(BaseModel):
    scores: list[_Score] = Field(validation_alias=AliasChoices("results", "data"))


class HttpReranker:
    """Reranker over `POST {base}/rerank`, the endpoint of Jina, Cohere, vLLM and
    others; see `from_settings`."""

    def __init__(self, client: ServiceClient, model: str) -> None:
        self.model = model
        self._client = client

    @property
    def usage(self) -> dict[str, int]:
        """Calls, repeats, failures and tokens so far."""
        return self._client.usage

    def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        """One score in 0..1 per document, in their order.

        Raises ServiceError if the service fails or leaves a document out.
        """
        if not documents:
            return []
        request = {
            "model": self.model,
            "query": sendable(query),
            "documents": [sendable(document) for document in documents],
            "top_n": len(documents),
            "return_documents": False,
        }
        answer = self._client.post("/rerank", request)
        rows = sorted(
            self._client.read(_Answer, answer).scores, key=lambda row: row.index
        )
        if [row.index for row in rows] != list(range(len(documents))):
            raise self._client.nonsense(
                f"{len(rows)} scores for {len(documents)} documents, or indexes out "
                "of line"
            )
        return _probabilities([row.score for row in rows])

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()


def from_settings(
    settings: Settings, transport: httpx.BaseTransport | None = None
) -> HttpReranker | None:
    """The reranker of `KGMEM_RERANK_*`; None without a base URL."""
    found = from_service_settings(settings, "rerank", transport)
    return HttpReranker(*found) if found else None


def _probabilities(scores: list[float]) -> list[float]:
    """Scores in 0..1; if one is not, all are logits and go through the logistic
    function, which keeps their order."""
    if all(-ROUNDING <= score <= 1 + ROUNDING for score in scores):
        return [min(max(score, 0.0), 1.0) for score in scores]
    # 1 / (1 + exp(-x)) written so that no x overflows
    return [0.5 * (1.0 + math.tanh(score / 2)) for score in scores]
