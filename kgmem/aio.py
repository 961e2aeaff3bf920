"""AsyncMemory: the same names for asyncio, each call in a worker thread."""

import asyncio
import functools
import warnings
from collections.abc import Generator
from types import TracebackType
from typing import Any, Self

from kgmem.learn.recording.live import Recording
from kgmem.memory import Memory
from kgmem.memory.agents import AgentMemory, Conversation


class Threaded:
    """An object whose methods run in worker threads.

    `await proxy.method(…)` gives what the method gives; where that is a memory or a
    recording, it comes wrapped the same way. `async with` enters it.
    """

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._inner, name)
        if not callable(value):
            return value

        @functools.wraps(value)
        def call(*args: Any, **kwargs: Any) -> Call:
            return Call(functools.partial(value, *args, **kwargs))

        return call

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *dir(self._inner)})

    async def __aenter__(self) -> Self:
        await asyncio.to_thread(self._inner.__enter__)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool | None:
        leave = self._inner.__exit__
        return bool(await asyncio.to_thread(leave, kind, error, traceback))


class Call:
    """One call, on its way: `await` it, or `async with` what it gives."""

    def __init__(self, work: functools.partial[Any]) -> None:
        self._work = work
        self._begun = False
        self._entered: Threaded | None = None

    def __del__(self) -> None:
        if not self._begun:  # as a coroutine would: what was to be learned is lost
            warnings.warn(
                f"{_called(self._work.func)} was never awaited",
                RuntimeWarning,
                stacklevel=2,
            )

    def __await__(self) -> Generator[Any, None, Any]:
        return self._run().__await__()

    async def _run(self) -> Any:
        self._begun = True
        return wrapped(await asyncio.to_thread(self._work))

    async def __aenter__(self) -> Any:
        self._entered = await self._run()
        return await self._entered.__aenter__()

    async def __aexit__(self, *exception: Any) -> bool | None:
        assert self._entered is not None, "left without having been entered"
        return await self._entered.__aexit__(*exception)


def _called(method: Any) -> str:
    """What its caller calls it: by the class of its object, not by its base's."""
    owner = getattr(method, "__self__", None)
    if owner is None:
        return str(getattr(method, "__qualname__", method))
    kind = owner if isinstance(owner, type) else type(owner)
    return f"{kind.__name__}.{method.__name__}"


def wrapped(value: Any) -> Any:
    """Memories, recordings and agents for asyncio; anything else as it is."""
    if isinstance(value, Memory):
        return AsyncMemory(value)
    handles = (Recording, AgentMemory, Conversation)
    return Threaded(value) if isinstance(value, handles) else value


class AsyncMemory(Threaded):
    """Memory for asyncio: `async with AsyncMemory.open(path) as memory: …`."""

    @classmethod
    def open(cls, *args: Any, **kwargs: Any) -> Call:
        """As `Memory.open`."""
        return Call(functools.partial(Memory.open, *args, **kwargs))

    @classmethod
    def connect(cls, *args: Any, **kwargs: Any) -> Call:
        """As `Memory.connect`."""
        return Call(functools.partial(Memory.connect, *args, **kwargs))
