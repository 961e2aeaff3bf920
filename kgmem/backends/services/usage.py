"""What a service was asked for and what it counted: requests, tokens, cost."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MILLION = 1_000_000
COUNTS = (
    "calls",
    "requests",
    "retries",
    "failures",
    "unmetered",
    "prompt_tokens",
    "completion_tokens",
    "total_tokens",
)


@dataclass(frozen=True, slots=True)
class Prices:
    """Money per million tokens, in the currency of the operator's choice."""

    prompt: float | None = None
    completion: float | None = None

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """What so many tokens cost; None where no price is known."""
        if self.prompt is None and self.completion is None:
            return None
        return (
            prompt_tokens * (self.prompt or 0.0)
            + completion_tokens * (self.completion or 0.0)
        ) / MILLION


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a service counted for one request."""

    prompt: int
    completion: int
    total: int


class Usage:
    """Counts of one service since its client was made; safe to share between
    threads."""

    def __init__(self, prices: Prices | None = None) -> None:
        self._prices = prices or Prices()
        self._lock = threading.Lock()
        self._counts = dict.fromkeys(COUNTS, 0)
        self._waited = 0.0

    def count(self, what: str, by: int = 1) -> None:
        """Add to one of COUNTS."""
        with self._lock:
            self._counts[what] += by

    def wait(self, seconds: float) -> None:
        """Add to the seconds that were spent on waiting for a turn or a repeat."""
        with self._lock:
            self._waited += seconds

    def meter(self, answer: Mapping[str, Any]) -> None:
        """Add the tokens that an answer tells of; `unmetered` counts the others."""
        tokens = tokens_of(answer)
        with self._lock:
            if tokens is None:
                self._counts["unmetered"] += 1
                return
            self._counts["prompt_tokens"] += tokens.prompt
            self._counts["completion_tokens"] += tokens.completion
            self._counts["total_tokens"] += tokens.total

    def counts(self) -> dict[str, int]:
        """Each of COUNTS so far."""
        with self._lock:
            return dict(self._counts)

    def report(self) -> dict[str, int | float | None]:
        """The counts, the seconds waited, and the cost (None without prices)."""
        counts = self.counts()
        cost = self._prices.cost(counts["prompt_tokens"], counts["completion_tokens"])
        with self._lock:
            return {**counts, "waited_seconds": round(self._waited, 3), "cost": cost}


def tokens_of(answer: Mapping[str, Any]) -> Tokens | None:
    """The tokens of `usage` (OpenAI, Jina, vLLM), `tokens` or `meta.tokens` (Cohere,
    SiliconFlow); None where the service says nothing."""
    meta = answer.get("meta")
    within = meta.get("tokens") if isinstance(meta, dict) else None
    told = answer.get("usage") or answer.get("tokens") or within
    if not isinstance(told, dict):
        return None
    prompt = _number(told, "prompt_tokens", "input_tokens")
    completion = _number(told, "completion_tokens", "output_tokens") or 0
    total = _number(told, "total_tokens")
    if prompt is None and total is None:
        return None
    if prompt is None:
        prompt = max((total or 0) - completion, 0)
    return Tokens(prompt, completion, prompt + completion if total is None else total)


def _number(told: Mapping[str, Any], *names: str) -> int | None:
    """The first of these that is a count; gateways also write 12.0."""
    for name in names:
        value = told.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return int(value) if 0 <= value < 1e15 else None
    return None
