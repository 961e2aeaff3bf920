"""What a rule answers that is not there."""

from collections.abc import Callable
from typing import Any

from kgmem_bench.ablation.switch import Neutral


def answers(value: Any) -> Neutral:
    """A function that always answers the same."""
    return lambda _: lambda *args, **kwargs: value


def empty(make: Callable[[], Any] = tuple) -> Neutral:
    """A function that answers with a new empty thing."""
    return lambda _: lambda *args, **kwargs: make()


def nothing() -> Neutral:
    """A generator without anything."""
    return lambda _: lambda *args, **kwargs: iter(())


def given(n: int = 0, make: Callable[[Any], Any] = lambda it: it) -> Neutral:
    """A function that answers with what it was given as its n-th argument."""
    return lambda _: lambda *args, **kwargs: make(args[n])


def instead(function: Callable[..., Any]) -> Neutral:
    """Another function."""
    return lambda _: function


def be(value: Any) -> Neutral:
    """Another number or table."""
    return lambda _: value


def without(name: str) -> Neutral:
    """The table without the function of this name."""
    return lambda table: tuple(one for one in table if one.__name__ != name)
