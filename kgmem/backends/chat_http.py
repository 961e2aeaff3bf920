"""JSON answers from an OpenAI-compatible chat service."""

import logging
from typing import Any

import httpx
from pydantic import BaseModel, Field

from kgmem.backends.http import Refusal, ServiceClient, from_service_settings
from kgmem.config import Settings

OPTIONAL = ("response_format", "temperature")
"""Left out from then on if the service refuses them; the prompt asks for JSON too."""
FENCE = "```"

_log = logging.getLogger(__name__)


class _Message(BaseModel):
    content: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Answer(BaseModel):
    choices: list[_Choice] = Field(min_length=1)


class HttpChat:
    """LanguageModel over `POST {base}/chat/completions`; see `from_settings`."""

    def __init__(self, client: ServiceClient, model: str) -> None:
        self.model = model
        self._client = client
        self._left_out: frozenset[str] = frozenset()

    @property
    def usage(self) -> dict[str, int]:
        """Calls, repeats, failures and tokens so far."""
        return self._client.usage

    @property
    def left_out(self) -> frozenset[str]:
        """Request fields that this service refused and no longer gets."""
        return self._left_out

    def complete(self, prompt: str) -> str:
        """The answer to one user message, without thinking block and code fence.

        It was asked for as a JSON object, which is not checked here. Raises
        ServiceError if the service fails or the answer is empty or cut off.
        """
        answer = self._client.read(_Answer, self._ask(prompt))
        choice = answer.choices[0]
        if choice.finish_reason == "length":
            raise self._client.nonsense("it was cut off at the service's token limit")
        content = _bare(choice.message.content or "")
        if not content:
            raise self._client.nonsense("it is empty")
        return content

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    def _ask(self, prompt: str) -> dict[str, Any]:
        left_out = self._left_out
        while True:
            try:
                return self._client.post(
                    "/chat/completions", _request(self.model, prompt, left_out)
                )
            except Refusal as error:
                refused = _refused_field(error, left_out)
                if refused is None:
                    raise
            left_out |= {refused}
            self._left_out |= left_out
            _log.warning("chat service refuses %s; asking without it", refused)


def from_settings(
    settings: Settings, transport: httpx.BaseTransport | None = None
) -> HttpChat | None:
    """The chat model of `KGMEM_CHAT_*`; None without a base URL."""
    found = from_service_settings(settings, "chat", transport)
    return HttpChat(*found) if found else None


def _request(model: str, prompt: str, left_out: frozenset[str]) -> dict[str, Any]:
    request = {
        "model": model,
        "messages": [{"role": "user", "content": prompt}],
        "temperature": 0,
        "response_format": {"type": "json_object"},
    }
    return {key: value for key, value in request.items() if key not in left_out}


def _refused_field(error: Refusal, left_out: frozenset[str]) -> str | None:
    """The optional field that a 400 or 422 complains of, if we sent it."""
    if error.status not in (400, 422):
        return None
    return next(
        (name for name in OPTIONAL if name in error.said and name not in left_out),
        None,
    )


def _bare(content: str) -> str:
    """The answer without what models put around it."""
    content = content.strip()
    if content.startswith("<think>"):
        content = content.partition("</think>")[2].strip()
    if content.startswith(FENCE) and content.endswith(FENCE):
        content = content.strip("`").removeprefix("json").strip()
    return content
