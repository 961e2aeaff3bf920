"""What clients ask, and how long each answer took. Nothing of kgmem is imported here:
this file is also the program of a client, of which many run at once."""

import http.client
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Call = Callable[[int], object]
"""The call of this number."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Answers in a time, and how long each took."""

    seconds: float
    waited: tuple[float, ...]
    """Seconds, sorted."""

    @property
    def a_second(self) -> float:
        return len(self.waited) / self.seconds

    def ms(self, share: float) -> float:
        """What this share of the answers took at most, in milliseconds."""
        if not self.waited:
            return float("nan")
        place = min(len(self.waited) - 1, int(share * len(self.waited)))
        return self.waited[place] * 1e3


def asked_for(seconds: float, call: Call, start: float | None = None) -> Waiting:
    """Call one after the other for some seconds, from a moment of the wall clock on."""
    if start is not None:
        time.sleep(max(0.0, start - time.time()))
    waited: list[float] = []
    began = now = time.perf_counter()
    while now - began < seconds:
        call(len(waited))
        after = time.perf_counter()
        waited.append(after - now)
        now = after
    return Waiting(now - began, tuple(sorted(waited)))


def together(parts: Sequence[Waiting]) -> Waiting:
    """The same of clients that asked at once."""
    waited = sorted(one for part in parts for one in part.waited)
    return Waiting(max(part.seconds for part in parts), tuple(waited))


def one_after_the_other(parts: Sequence[Waiting]) -> Waiting:
    """The same of rounds."""
    waited = sorted(one for part in parts for one in part.waited)
    return Waiting(sum(part.seconds for part in parts), tuple(waited))


def main() -> None:
    """Ask a server: the order comes as JSON on standard input, what was waited goes to
    standard output."""
    order = json.load(sys.stdin)
    bodies = [json.dumps(one).encode() for one in order["bodies"]]
    connection = http.client.HTTPConnection("127.0.0.1", order["port"], timeout=120)
    headers = {"Content-Type": "application/json"}

    first = order["place"] * len(bodies) // order["of"]

    def call(n: int) -> None:
        body = bodies[(first + n) % len(bodies)]
        if order["numbered"]:  # no unit is written twice
            body = body.replace(b"NUMBER", f"{order['client']}-{n}".encode())
        connection.request("POST", order["path"], body, headers)
        answer = connection.getresponse()
        told = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{answer.status}: {told[:200]!r}")

    call(-1)
    done = asked_for(order["seconds"], call, order["start"])
    json.dump({"seconds": done.seconds, "waited": done.waited}, sys.stdout)


if __name__ == "__main__":
    main()
