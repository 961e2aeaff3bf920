"""Objects for asyncio: each call of theirs runs in a worker thread."""

import asyncio
import functools
import warnings
from collections.abc import Callable, Generator
from types import MethodType, TracebackType
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

READS = "reads_a_store"


def reads(getter: F) -> F:
    """Mark the getter of a property that reads a store: for asyncio, the property is
    awaited, as in `await agent.version`."""
    setattr(getter, READS, True)
    return getter


class Threaded:
    """An object whose methods run in worker threads.

    `await proxy.method(…)` gives what the method gives; what has methods of its own (a
    memory, a recording, an agent) comes wrapped the same way, also in a list or as a
    property. A property that reads a store is awaited, too. `async with` enters it.
    """

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    if not TYPE_CHECKING:  # there, each class tells its own names

        def __getattr__(self, name: str) -> Any:
            getter = getattr(getattr(type(self._inner), name, None), "fget", None)
            if getattr(getter, READS, False):
                return Call(functools.partial(MethodType(getter, self._inner)))
            value = getattr(self._inner, name)
            if not callable(value):
                return wrapped(value)

            @functools.wraps(value)
            def call(*args: Any, **kwargs: Any) -> Call[Any]:
                given = {key: unwrapped(one) for key, one in kwargs.items()}
                return Call(functools.partial(value, *map(unwrapped, args), **given))

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


class Call(Generic[T]):
    """One call, on its way: `await` it, or `async with` what it gives."""

    def __init__(self, work: functools.partial[Any]) -> None:
        self._work = work
        self._begun = False
        self._entered: Any = None

    def __del__(self) -> None:
        if not self._begun:  # as a coroutine would: what was to be learned is lost
            warnings.warn(
                f"{_called(self._work.func)} was never awaited",
                RuntimeWarning,
                stacklevel=2,
            )

    def __await__(self) -> Generator[Any, None, T]:
        return self._run().__await__()

    async def _run(self) -> T:
        self._begun = True
        given: T = wrapped(await asyncio.to_thread(self._work))
        return given

    async def __aenter__(self) -> T:
        self._entered = await self._run()
        entered: T = await self._entered.__aenter__()
        return entered

    async def __aexit__(self, *exception: Any) -> bool | None:
        assert self._entered is not None, "left without having been entered"
        left: bool | None = await self._entered.__aexit__(*exception)
        return left


def _called(method: Any) -> str:
    """What its caller calls it: by the class of its object, not by its base's."""
    owner = getattr(method, "__self__", None)
    if owner is None:
        return str(getattr(method, "__qualname__", method))
    kind = owner if isinstance(owner, type) else type(owner)
    return f"{kind.__name__}.{method.__name__}"


WRAPPERS: "dict[type, type[Threaded]]" = {}
"""What an object of this class comes wrapped in."""


def unwrapped(value: Any) -> Any:
    """What a wrapper holds; anything else as it is."""
    return value._inner if isinstance(value, Threaded) else value


def wrapped(value: Any) -> Any:
    """For asyncio what has a wrapper, also where it stands in a plain list or tuple;
    anything else as it is."""
    if type(value) in (list, tuple):
        return type(value)(map(wrapped, value))
    for kind, wrapper in WRAPPERS.items():
        if isinstance(value, kind):
            return wrapper(value)
    return value
