"""The body of a request, read before a place to work is taken for it: who sends slowly
keeps nobody else waiting."""

import asyncio
import tempfile
import time
from typing import IO

from kgmem.interfaces.http.access.limits import MB, Limits
from kgmem.interfaces.http.access.requests import Message, Receive, Scope, header

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


async def read_body(scope: Scope, receive: Receive, limits: Limits) -> IO[bytes]:
    """The whole body; a long one is on disk, in a file without a name. Raises
    BodyRefused."""
    most = limits.upload if scope["path"] in FILES else limits.body
    too_long = BodyRefused(413, "TooLong", f"the body is longer than {most} bytes")
    declared = header(scope, b"content-length") or "0"
    if declared.isascii() and declared.isdigit() and int(declared) > most:
        raise too_long
    kept: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
    try:
        began, length, more = time.monotonic(), 0, True
        while more:
            patience = limits.body_seconds + length / SLOWEST
            message = await _next(receive, began + patience - time.monotonic())
            part = message.get("body", b"")
            length += len(part)
            if length > most:
                raise too_long
            kept.write(part)
            more = message.get("more_body", False)
    except BaseException:
        kept.close()
        raise
    kept.seek(0)
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


def replayed(body: IO[bytes], receive: Receive) -> Receive:
    """Receives the body that was read, then what comes after it."""
    ended = False

    async def again() -> Message:
        nonlocal ended
        if ended:
            return await receive()
        part = body.read(PART)
        ended = len(part) < PART
        return {"type": "http.request", "body": part, "more_body": not ended}

    return again
