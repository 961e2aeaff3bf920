"""The ways in which a service fails, for the backends to tell apart."""

from kgmem.errors import ServiceError


class Failure(ServiceError):
    """A ServiceError that can be told again without its place."""

    def __init__(self, place: str, fault: str, cure: str) -> None:
        super().__init__(f"{place}: {fault}; {cure}")
        self.fault = fault
        self.told = f"{fault}; {cure}"


class Refusal(Failure):
    """The service won't take this request; repeating it as it is won't help."""

    def __init__(
        self, place: str, fault: str, cure: str, *, status: int, said: str
    ) -> None:
        super().__init__(place, fault, cure)
        self.status = status
        self.said = said
        """The service's own words, whole."""


class OutOfPatience(Failure):
    """The caller had no more time for the service's limits; of its health that says
    nothing."""


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
