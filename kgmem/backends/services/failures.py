"""The ways in which a service fails, for the backends to tell apart."""

from kgmem.errors import ServiceError


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


def cure_of(status: int, setting: str, has_key: bool) -> str:
    """Which setting to look at for a status."""
    if status in (401, 403):
        return f"check {setting}_API_KEY" + ("" if has_key else ", which is not set")
    if status in (408, 429):
        return "wait, or raise the rate limit or quota of this key's account"
    if status >= 500:
        return f"try again later; if it stays so, check {setting}_BASE_URL"
    if status in (400, 413, 422):
        return f"check {setting}_MODEL and how long a text this model takes"
    return (
        f"check {setting}_BASE_URL, which ends where the endpoints begin "
        f"(often in /v1), and {setting}_MODEL"
    )
