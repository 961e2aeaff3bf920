"""An answer of a service, and what can be told from it."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime

from kgmem.servers import redact_text

LONGEST_HOLD = 60.0
"""Seconds; a service that asks for more is asked again after this many."""
SPENT = b'"insufficient_quota"', b'"billing_hard_limit_reached"'
"""Codes of a 429 that no wait cures: the account has nothing left."""
LONGEST = 20_000
"""Characters of a message that are looked at."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, read whole."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def is_busy(self) -> bool:
        """Could the same request succeed a little later?"""
        if self.status == 429:
            return not any(code in self.content for code in SPENT)
        return self.status == 408 or self.status >= 500

    @property
    def asked(self) -> float | None:
        """Seconds to wait by `Retry-After` (a number or a date); None without it."""
        told = self.headers.get("retry-after", "")
        try:
            return min(max(_seconds(told), 0.0), LONGEST_HOLD)
        except (ValueError, OverflowError):
            return None

    @property
    def said(self) -> str:
        """The service's own message, on one line, without secrets: services quote
        what they were sent."""
        try:
            body: object = json.loads(self.content)
        except (ValueError, RecursionError):
            body = self.content.decode("utf-8", "replace")
        for key in ("error", "detail", "message"):
            if isinstance(body, dict) and body.get(key):
                body = body[key]
        text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)
        return redact_text(" ".join(text[:LONGEST].split()))


def _seconds(told: str) -> float:
    if told.replace(".", "", 1).isdecimal():
        return float(told)
    moment = parsedate_to_datetime(told)
    return moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() - time.time()
