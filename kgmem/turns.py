"""Work written once, done with or without asyncio.

Such work is a generator: what it yields is an answer or something to be awaited for
one, and what comes back is the answer. Who calls decides how it is done.
"""

from collections.abc import Awaitable, Generator
from inspect import isawaitable
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Turns: TypeAlias = Generator[Any, Any, T]
"""Work that gives a T in the end."""
Maybe: TypeAlias = T | Awaitable[T]
"""An answer, or something to be awaited for it."""


def at_once(work: Turns[T]) -> T:
    """Do the work; nothing that it yields has to be awaited."""
    answer = None
    while True:
        try:
            answer = work.send(answer)
        except StopIteration as end:
            result: T = end.value
            return result


async def awaited(work: Turns[T]) -> T:
    """Do the work, awaiting what it yields where that has to be."""
    answer, failed = None, None
    while True:
        try:
            asked = work.throw(failed) if failed else work.send(answer)
        except StopIteration as end:
            result: T = end.value
            return result
        answer, failed = None, None
        try:
            answer = await asked if isawaitable(asked) else asked
        except Exception as error:
            failed = error
