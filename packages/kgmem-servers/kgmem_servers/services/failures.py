"""The ways in which a service fails, for the backends to tell apart."""

from typing import NamedTuple

from kgmem import ServiceError


class Patience(NamedTuple):
    """Seconds that a call may take in all, pauses included, and what sets them."""

    seconds: float
    setting: str


class Failure(ServiceError):
    """A ServiceError that can be told again without its place."""

    def __init__(
        self,
        place: str,
        fault: str,
        cure: str,
        *,
        status: int = 0,
        said: str = "",
        asked: float | None = None,
    ) -> None:
        """`status` of the answer, 0 where none came, `said` the service's own words;
        `asked`: seconds that it wants to be left alone, where it says so."""
        super().__init__(f"{place}: {fault}; {cure}")
        self.place, self.fault, self.cure = place, fault, cure
        self.status, self.said, self.asked = status, said, asked


class Unusable(Failure):
    """An answer arrived that can't be used."""


class Refusal(Failure):
    """The service won't take this request; repeating it as it is won't help."""


class OutOfPatience(Failure):
    """The caller had no more time; of the service's health that says nothing."""


class Busy(Failure):
    """The same request may succeed a little later."""
