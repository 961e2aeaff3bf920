"""An answer of a service, and what can be told from it."""

import json as jsonlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kgmem.redact import redact_text

SPENT = ("insufficient_quota", "billing_hard_limit_reached")
"""Codes of a 429 that no wait cures: the account has nothing left."""
_LONGEST = 20_000
"""Characters of a message that are looked at."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, read whole."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_busy(self) -> bool:
        """Could the same request succeed a little later?"""
        return self.status in (408, 429) or self.status >= 500


def is_spent(reply: Reply) -> bool:
    """A 429 that means an empty account, not too many requests."""
    if reply.status != 429:
        return False
    body = _json(reply)
    error = body.get("error") if isinstance(body, dict) else None
    return isinstance(error, dict) and bool(
        {str(error.get("code")), str(error.get("type"))} & set(SPENT)
    )


def _json(reply: Reply) -> Any:
    """The body, or its text where it is no JSON."""
    try:
        return jsonlib.loads(reply.content)
    except (ValueError, RecursionError):
        return reply.content.decode("utf-8", "replace")


def said_by(reply: Reply) -> str:
    """The service's own message, on one line, without secrets: services quote what they
    were sent, and what they refuse."""
    body = _json(reply)
    for key in ("error", "detail", "message"):
        if isinstance(body, dict) and body.get(key):
            body = body[key]
    text = body if isinstance(body, str) else jsonlib.dumps(body, ensure_ascii=False)
    return redact_text(" ".join(text[:_LONGEST].split()))
