"""Requests are worked on within limits, and what was begun is done."""

import asyncio
import logging
import math
from contextlib import closing

from kgmem_serve.http.access.bodies import (
    Bodies,
    Body,
    BodyRefused,
    read_body,
    replayed,
)
from kgmem_serve.http.access.limits import Buckets, Limits, Workplaces
from kgmem_serve.http.access.requests import (
    App,
    Message,
    Receive,
    Scope,
    Send,
    refuse,
    state,
)
from kgmem_serve.http.callers import ANYBODY, OWNER
from kgmem_serve.wire.verbs import LONG, LONG_SECONDS

log = logging.getLogger(__name__)

ALIVE = "/health"
"""It costs nothing, and has to answer also where all places are taken."""

BUSY = "too much is asked of this server at once; ask again"
TOO_MANY = "this key has no requests left for now; ask again later"
TOO_LONG = (
    "this takes longer than anybody may wait here; it goes on, and what comes of it is "
    "kept"
)


def limited(app: App, limits: Limits) -> App:
    """The same within limits."""
    buckets, places, bodies = Buckets(), Workplaces(limits), Bodies(limits.bodies)

    async def limit(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await app(scope, receive, _when_done(send, places))
        if scope["path"] == ALIVE:
            return await app(scope, receive, send)
        if wait := _wait(scope, buckets, limits):
            again = {"Retry-After": str(math.ceil(wait))}
            return await refuse(scope, send, 429, "TooMany", TOO_MANY, **again)
        try:
            body = await read_body(scope, receive, limits, bodies)
        except BodyRefused as no:
            close = {"Connection": "close"}
            return await refuse(scope, send, no.status, no.code, no.message, **close)
        if not await places.take(limits.seconds):
            body.close()
            again = {"Retry-After": "1"}
            return await refuse(scope, send, 503, "Busy", BUSY, **again)
        answer = OneAnswer(send, places)
        work = asyncio.create_task(_work(app, scope, body, receive, answer))
        places.begun(work)
        if not await answer.begins(work, _patience(scope, limits)):
            return await refuse(scope, send, 504, "TimedOut", TOO_LONG)
        await asyncio.shield(work)

    return limit


class OneAnswer:
    """What the application sends; nothing after the caller was told that it is late."""

    def __init__(self, send: Send, places: Workplaces) -> None:
        self._send, self._places, self._works = send, places, True
        self._started = asyncio.get_running_loop().create_future()
        self.late = False

    async def __call__(self, message: Message) -> None:
        """Send it on. A begun answer is no work: its place is free."""
        if message["type"] == "http.response.start":
            self.end()
            self._started.set_result(None)
        if not self.late:
            await self._send(message)

    async def begins(self, work: asyncio.Task[None], seconds: float | None) -> bool:
        """Wait for its beginning, or for the end of the work; False if it is late,
        which it never is without `seconds`."""
        done, _ = await asyncio.wait(
            {work, self._started},
            timeout=seconds,
            return_when=asyncio.FIRST_COMPLETED,
        )
        self.late = not done
        return bool(done)

    def end(self) -> None:
        """Its place is free, once."""
        if self._works:
            self._works = False
            self._places.leave()


async def _work(
    app: App, scope: Scope, body: Body, receive: Receive, answer: OneAnswer
) -> None:
    with closing(body):
        try:
            await app(scope, replayed(body, receive), answer)
        except Exception:
            if not answer.late:
                raise
            log.exception("a request that nobody waited for failed")
        finally:
            answer.end()


def _when_done(send: Send, places: Workplaces) -> Send:
    async def after(message: Message) -> None:
        if message["type"].startswith("lifespan.shutdown"):
            await places.done()
        await send(message)

    return after


def _patience(scope: Scope, limits: Limits) -> float | None:
    """Seconds that the caller may wait; the owner's commands wait for their end."""
    if state(scope).get("caller") is OWNER:
        return None
    is_long = scope["path"].rpartition("/")[2] in LONG
    return max(limits.seconds, LONG_SECONDS) if is_long else limits.seconds


def _wait(scope: Scope, buckets: Buckets, limits: Limits) -> float:
    caller = state(scope).get("caller", ANYBODY)
    per_minute = caller.per_minute or limits.per_minute
    if caller is ANYBODY or not per_minute:
        return 0.0
    return buckets.wait(caller.name, per_minute)
