"""What a service was asked for and what it counted: requests, tokens, cost."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import AliasChoices, AliasPath, BaseModel, Field, ValidationError

MILLION = 1_000_000
COUNTS = ("calls", "requests", "retries", "failures", "unmetered")
TOKENS = ("prompt_tokens", "completion_tokens", "total_tokens")


@dataclass(frozen=True, slots=True)
class Prices:
    """Money per million tokens, in the currency of the operator's choice."""

    prompt: float | None = None
    completion: float | None = None


class _Told(BaseModel):
    prompt: int | None = Field(
        None, ge=0, validation_alias=AliasChoices("prompt_tokens", "input_tokens")
    )
    completion: int = Field(
        0, ge=0, validation_alias=AliasChoices("completion_tokens", "output_tokens")
    )
    total: int | None = Field(None, ge=0, validation_alias="total_tokens")


class _Answer(BaseModel):
    usage: _Told = Field(
        validation_alias=AliasChoices("usage", "tokens", AliasPath("meta", "tokens"))
    )


class Usage:
    """Counts of one service since its client was made; safe to share between
    threads."""

    def __init__(self, prices: Prices | None = None) -> None:
        self._prices = prices or Prices()
        self._lock = threading.Lock()
        self._counts = dict.fromkeys((*COUNTS, *TOKENS), 0)
        self._waited = 0.0

    def count(self, **more: int) -> None:
        """Add to COUNTS or TOKENS."""
        with self._lock:
            for name, number in more.items():
                self._counts[name] += number

    def wait(self, seconds: float) -> None:
        """Add to the seconds that were spent on waiting for a turn or a repeat."""
        with self._lock:
            self._waited += seconds

    def meter(self, answer: Mapping[str, object]) -> None:
        """Add the tokens that an answer tells of; `unmetered` counts the others."""
        tokens = tokens_of(answer)
        self.count(
            **dict(zip(TOKENS, tokens, strict=True)) if tokens else {"unmetered": 1}
        )

    def report(self) -> dict[str, int | float | None]:
        """The counts, the seconds waited, and the cost (None without prices)."""
        with self._lock:
            counts, waited = dict(self._counts), round(self._waited, 3)
        spent = counts["prompt_tokens"] * (self._prices.prompt or 0.0)
        spent += counts["completion_tokens"] * (self._prices.completion or 0.0)
        cost = None if self._prices == Prices() else spent / MILLION
        return {**counts, "waited_seconds": waited, "cost": cost}


def tokens_of(answer: Mapping[str, object]) -> tuple[int, int, int] | None:
    """Tokens of prompt, completion and both, by `usage` (OpenAI, Jina, vLLM), `tokens`
    or `meta.tokens` (Cohere, SiliconFlow); None where the service says nothing."""
    try:
        told = _Answer.model_validate(answer).usage
    except ValidationError:
        return None
    prompt, completion, total = told.prompt, told.completion, told.total
    if prompt is None and total is None:
        return None
    if prompt is None:
        prompt = max((total or 0) - completion, 0)
    return prompt, completion, prompt + completion if total is None else total
