"""Calls that Python refuses, told with the call that was meant."""

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ParamSpec, TypeVar

from kgmem.errors import InvalidInput
from kgmem.model.values.arguments import no_such

P = ParamSpec("P")
R = TypeVar("R")
Face = TypeVar("Face", bound=type)


def telling_wrong_calls(function: Callable[P, R]) -> Callable[P, R]:
    """The function; it raises InvalidInput for arguments that it does not take."""

    @functools.wraps(function)
    def call(*args: P.args, **named: P.kwargs) -> R:
        try:
            return function(*args, **named)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise  # of the work itself
            raise InvalidInput(wrong_in(function, args, named)) from error

    return call


def with_plain_calls(face: Face) -> Face:
    """The class, each of whose public methods tells wrong calls."""
    for name, member in inspect.getmembers_static(face, inspect.isfunction):
        if not name.startswith("_"):  # static methods are no functions here
            setattr(face, name, telling_wrong_calls(member))
    return face


def wrong_in(
    function: Callable[..., object], args: Sequence[object], named: Mapping[str, object]
) -> str:
    """What is wrong with a call that Python refuses, in words."""
    parameters = dict(inspect.signature(function).parameters)
    self = 1 if parameters.pop("self", None) else 0
    given = args[self:]
    places = [
        one for one, it in parameters.items() if it.kind is it.POSITIONAL_OR_KEYWORD
    ]
    words = [one for one in parameters if one not in places]
    shape = f"{function.__name__}({', '.join(_needed(parameters))})"
    if unknown := next((one for one in named if one not in parameters), None):
        return no_such(shape, unknown, parameters)
    if len(given) > len(places) and words:
        nth, known = len(places) + 1, ", ".join(words)
        return f"{shape}: argument {nth} needs its name; the names are {known}"
    told = {*named, *places[: len(given)]}
    if missing := [one for one in _needed(parameters) if one not in told]:
        return f"{shape}: {', '.join(missing)} is missing"
    return f"{shape}: something is given twice, or too much"


def _needed(parameters: Mapping[str, inspect.Parameter]) -> Iterator[str]:
    """The names of those that a call can't lack."""
    for name, one in parameters.items():
        is_one = one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
        if is_one and one.default is one.empty:
            yield name
