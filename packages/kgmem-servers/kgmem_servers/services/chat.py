"""JSON answers from an OpenAI-compatible chat service."""

import httpx
from pydantic import BaseModel, Field

from kgmem import Settings
from kgmem.servers import PREFIX
from kgmem_servers.services.client import ServiceClient
from kgmem_servers.services.failures import Patience
from kgmem_servers.services.settings import from_service_settings

OPTIONAL = ("response_format", "temperature")
"""Left out from then on if the service refuses them; the prompt asks for JSON too."""
FENCE = "```"


class _Message(BaseModel):
    content: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Answer(BaseModel):
    choices: list[_Choice] = Field(min_length=1)


class HttpChat:
    """LanguageModel over `POST {base}/chat/completions`; see `from_settings`."""

    def __init__(
        self, client: ServiceClient, model: str, patience: Patience | None = None
    ) -> None:
        self.model, self.service, self._patience = model, client, patience

    def complete(self, prompt: str) -> str:
        """The answer to one user message, without thinking block and code fence.

        It was asked for as a JSON object, which is not checked here. Raises
        ServiceError if the service fails or the answer is empty or cut off.
        """
        request = {
            "model": self.model,
            "messages": [{"role": "user", "content": prompt}],
            "temperature": 0,
            "response_format": {"type": "json_object"},
        }
        answer = self.service.post(
            "/chat/completions", request, self._patience, OPTIONAL
        )
        choice = self.service.read(_Answer, answer).choices[0]
        if choice.finish_reason == "length":
            raise self.service.faults.unusable(
                "it was cut off at the service's token limit"
            )
        content = _bare(choice.message.content or "")
        if not content:
            raise self.service.faults.unusable("it is empty")
        return content


def from_settings(
    settings: Settings, transport: httpx.BaseTransport | None = None
) -> HttpChat:
    """The chat model of `KGMEM_CHAT_*`."""
    return HttpChat(*from_service_settings(settings, "chat", transport))


def judge_from_settings(
    settings: Settings, transport: httpx.BaseTransport | None = None
) -> HttpChat:
    """The same model for the judgements that recalls wait for: less patient, and
    counted by itself."""
    found = from_service_settings(settings, "chat", transport, name="judge")
    patience = Patience(settings.judge_patience, f"{PREFIX}JUDGE_PATIENCE")
    return HttpChat(*found, patience)


def _bare(content: str) -> str:
    """The answer without what models put around it."""
    content = content.strip()
    if content.startswith("<think>"):
        content = content.partition("</think>")[2].strip()
    if content.startswith(FENCE) and content.endswith(FENCE):
        content = content.strip("`").removeprefix("json").strip()
    return content
