"""Methods that ask a server, made from the table of what it answers."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from kgmem import InvalidInput, ServiceError, __version__
from kgmem.serving import callback, wrong_in
from kgmem_serve.wire.connection import WireCall
from kgmem_serve.wire.repeating import VERBS, is_repeatable
from kgmem_serve.wire.sending import as_json
from kgmem_serve.wire.shapes import NOT_SENT, shape_of
from kgmem_serve.wire.verbs import LONG

Face = TypeVar("Face", bound=type)
T = TypeVar("T")
Progress = Callable[[int, int | None], None]
"""Told how much is done, and of how much where that is known."""


class Asks(Protocol):
    """What sends requests of its own kind."""

    _kind: str
    """`memory`, `agent` or `conversation`."""

    def _ask(self, name: str, request: Callable[[str], WireCall]) -> bytes:
        """The answer to a call of this name; `request` makes it for a path."""
        ...


def asking(kind: str) -> Callable[[Face], Face]:
    """Give a class a method for each call of its kind, but those that it has itself."""

    def give(face: Face) -> Face:
        for name in VERBS[kind]:
            if name not in vars(face):
                setattr(face, name, _method(kind, name, getattr(face, name)))
        return face

    return give


def _method(kind: str, name: str, here: Callable[..., Any]) -> Callable[..., Any]:
    """The method that asks the server what `here` would do in process."""

    @functools.wraps(here)
    def call(self: Any, *args: Any, **named: Any) -> Any:
        given = arguments(here, self, args, named)
        progress = _kept_here(given)
        told = ask(self, here, given)
        if progress is not None:
            done = _size(told)
            progress(done, done)
        return told

    return call


def arguments(
    function: Callable[..., Any], self: object, args: Any, named: Mapping[str, Any]
) -> dict[str, Any]:
    """What was given, by name. Raises InvalidInput for what the function does not
    take."""
    try:
        bound = inspect.signature(function).bind(self, *args, **named)
    except TypeError as error:
        raise InvalidInput(wrong_in(function, (self, *args), named)) from error
    given = dict(list(bound.arguments.items())[1:])
    for name, one in inspect.signature(function).parameters.items():
        if one.kind is one.VAR_KEYWORD:
            given |= given.pop(name, {})
    return given


def ask(self: Any, method: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """What the server answers to a call of this method."""
    shape = shape_of(method)
    kind, content = self._kind, as_json(given)

    def request(path: str) -> WireCall:
        return WireCall(
            path,
            content,
            is_repeatable=is_repeatable(kind, shape.name, given),
            is_long=shape.name in LONG,
        )

    return received(shape.answer, self._ask(shape.name, request))


def received(shape: TypeAdapter[T], body: bytes) -> T:
    """The value that an answer holds. Raises ServiceError if it is none of the shape
    that this version knows."""
    try:
        return shape.validate_json(body)
    except ValidationError as error:
        raise ServiceError(
            f"the server's answer is not understood ({error.error_count()} faults): "
            f"this is kgmem {__version__}; use the server's version"
        ) from error


def _kept_here(given: dict[str, Any]) -> Progress | None:
    """Who is told of progress; what else is of this process is taken out, too. Raises
    InvalidInput where it was given."""
    for name in NOT_SENT & given.keys() - {"progress"}:
        refuse_object(name, given.pop(name))
    progress: Progress | None = callback(given.pop("progress", None))
    return progress


def refuse_object(name: str, value: object) -> None:
    """Raise InvalidInput if something was given."""
    if value is not None:
        raise InvalidInput(
            f"{name}: an object of this program can't be sent to a server; leave it "
            "out, or open the memory where it is"
        )


def _size(told: object) -> int:
    """Of what was done, for progress."""
    return told if isinstance(told, int) else int(getattr(told, "tasks", 0) or 0)
