"""The body of a request, read before a place to work is taken for it: who sends slowly
keeps nobody else waiting."""

import asyncio
import tempfile
import time
from typing import IO

from kgmem_serve.http.access.limits import MB, Limits
from kgmem_serve.http.access.requests import Message, Receive, Scope, header

FILES = frozenset({"/v1/learn_from", "/v1/add_document", "/v1/import"})
"""Paths that take files: longer bodies."""
SLOWEST = 10_000
"""Bytes a second below which a body is refused, once its first seconds are over."""
IN_MEMORY = MB
PART = 64 * 1_024


class BodyRefused(Exception):
    """A body is too long or too slow, or whoever sent it is gone."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


class Bodies:
    """All bodies that are kept at the moment, within a bound."""

    def __init__(self, most: int) -> None:
        self.left = most

    def take(self, length: int) -> None:
        """Room for so much more. Raises BodyRefused."""
        if length > self.left:
            raise BodyRefused(503, "Busy", "too many long bodies at once; ask again")
        self.left -= length


class Body:
    """A body that was read; a long one is on disk, in a file without a name."""

    def __init__(self, bodies: Bodies) -> None:
        self._bodies = bodies
        self.file: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        self.length = 0

    def add(self, part: bytes) -> None:
        """More of it. Raises BodyRefused."""
        self._bodies.take(len(part))
        self.length += len(part)
        self.file.write(part)

    def close(self) -> None:
        """Make room."""
        self._bodies.left += self.length
        self.length = 0
        self.file.close()


async def read_body(
    scope: Scope, receive: Receive, limits: Limits, bodies: Bodies
) -> Body:
    """The whole body. Raises BodyRefused."""
    most = limits.upload if scope["path"] in FILES else limits.body
    too_long = BodyRefused(413, "TooLong", f"the body is longer than {most} bytes")
    declared = header(scope, b"content-length") or "0"
    if declared.isascii() and declared.isdigit() and int(declared) > most:
        raise too_long
    kept = Body(bodies)
    try:
        began, more = time.monotonic(), True
        while more:
            patience = limits.body_seconds + kept.length / SLOWEST
            message = await _next(receive, began + patience - time.monotonic())
            part = message.get("body", b"")
            if kept.length + len(part) > most:
                raise too_long
            kept.add(part)
            more = message.get("more_body", False)
    except BaseException:
        kept.close()
        raise
    kept.file.seek(0)
    return kept


async def _next(receive: Receive, patience: float) -> Message:
    try:
        async with asyncio.timeout(patience):
            message = await receive()
    except TimeoutError:
        told = "the body came too slowly"
        raise BodyRefused(408, "TooSlow", told) from None
    if message["type"] == "http.disconnect":
        raise BodyRefused(400, "Gone", "the body has no end")
    return message


def replayed(body: Body, receive: Receive) -> Receive:
    """Receives the body that was read, then what comes after it."""
    ended = False

    async def again() -> Message:
        nonlocal ended
        if ended:
            return await receive()
        part = body.file.read(PART)
        ended = len(part) < PART
        return {"type": "http.request", "body": part, "more_body": not ended}

    return again
