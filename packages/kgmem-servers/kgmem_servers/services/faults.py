"""The errors of one service: each says where and what it was, and what to do."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import httpx
from pydantic import SecretStr

from kgmem_servers.breaker import Condition
from kgmem_servers.services.failures import (
    Busy,
    Failure,
    OutOfPatience,
    Patience,
    Refusal,
    Unusable,
)
from kgmem_servers.services.reply import Reply

SHOWN = 200
"""Characters of a service's own message that go into an error."""


@dataclass(frozen=True, slots=True)
class Faults:
    """Makes them; none shows the key."""

    name: str
    setting: str
    address: str
    key: SecretStr | None

    @property
    def place(self) -> str:
        """Which service, and where."""
        return f"{self.name} service at {self.address}"

    def unusable(self, fault: str) -> Unusable:
        """An answer that arrived but can't be used."""
        return Unusable(
            self.place,
            f"unusable answer: {fault}",
            f"check that {self.setting}_BASE_URL and {self.setting}_MODEL "
            f"name a {self.name} model",
        )

    def refused(self, path: str, reply: Reply) -> Failure:
        """An answer that says no: Busy, a Refusal, or else a Failure."""
        said = self._without_key(reply.said)
        shown = said if len(said) <= SHOWN else said[:SHOWN] + "…"
        kind = Refusal if 400 <= reply.status < 500 and reply.status != 429 else Failure
        return (Busy if reply.is_busy else kind)(
            self.place,
            f"{path} answered {reply.status}" + (f' "{shown}"' if shown else ""),
            self._cure_of(reply.status),
            status=reply.status,
            said=said,
            asked=reply.asked,
        )

    def unreachable(
        self, path: str, error: httpx.HTTPError, timeout: float, patience: Patience
    ) -> Failure:
        """No answer; Busy unless the service was reached and let the time pass, where a
        repeat can't help."""
        if isinstance(error, httpx.TimeoutException):
            timeouts = (timeout, f"{self.setting}_TIMEOUT"), patience
            seconds, setting = min(timeouts)
            fault = f"did not answer within {seconds:g} s"
            cure = f"raise {setting} or look at the service's load"
        else:
            said = self._without_key(str(error)) or type(error).__name__
            fault = f"could not be reached ({said[:SHOWN]})"
            cure = f"check {self.setting}_BASE_URL and that the service runs"
        silent = isinstance(error, httpx.ReadTimeout | httpx.WriteTimeout)
        return (Failure if silent else Busy)(self.place, f"{path} {fault}", cure)

    def too_late(
        self, last: Failure, wait: float, left: float, patience: Patience
    ) -> Failure:
        """The next try would come after the caller's patience. A 429 is no failure of
        the service for who brought a patience of their own: recalls in a hurry must
        not open the breaker for an import that can wait."""
        own = patience.setting != f"{self.setting}_PATIENCE"
        return (OutOfPatience if last.status == 429 and own else Failure)(
            self.place,
            f"{last.fault}, and is to be asked again in {wait:.1f} s, with "
            f"{left:.1f} s left of the {patience.seconds:g} s of {patience.setting}",
            last.cure,
        )

    def no_slot(self, concurrency: int, patience: Patience) -> OutOfPatience:
        """All requests that may run at once are taken."""
        return OutOfPatience(
            self.place,
            f"not asked: all {concurrency} requests at once are taken",
            f"raise {self.setting}_CONCURRENCY if the service bears it, or "
            f"{patience.setting}",
        )

    def left_alone(self, now: Condition) -> OutOfPatience:
        """The breaker is open."""
        until = datetime.now(UTC) + timedelta(seconds=now.seconds)
        return OutOfPatience(
            self.place,
            f"not asked until {until:%H:%M:%S} UTC after {now.failures} failures in a "
            f"row, the last: {now.why}",
            "it is asked again by itself then, and at once after a restart",
        )

    def _cure_of(self, status: int) -> str:
        """Which setting to look at for a status."""
        if status in (401, 403):
            unset = "" if self.key else ", which is not set"
            return f"check {self.setting}_API_KEY{unset}"
        if status in (408, 429):
            return "wait, or raise the rate limit or quota of this key's account"
        if status >= 500:
            return f"try again later; if it stays so, check {self.setting}_BASE_URL"
        if status in (400, 413, 422):
            return f"check {self.setting}_MODEL and how long a text this model takes"
        return (
            f"check {self.setting}_BASE_URL, which ends where the endpoints begin "
            f"(often in /v1), and {self.setting}_MODEL"
        )

    def _without_key(self, text: str) -> str:
        """A service may quote the key that it refuses."""
        key = self.key.get_secret_value() if self.key else ""
        return text.replace(key, "[key]") if key else text
