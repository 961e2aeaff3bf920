"""Rules of kgmem switched off from outside: one thing of one module is replaced by its
neutral answer, and put back. Nothing in the package knows of it."""

import importlib
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any

from kgmem.errors import InvalidInput

Neutral = Callable[[Any], Any]
"""What stands in the place of the thing while the rule is off, made from it."""
Remembering = type(lru_cache(len))
WATCHING = "forgets"
"""Attribute of what watches a function that remembers."""
LASTING = ("kgmem.language", "kgmem.model", "kgmem.tuning", "kgmem.backends")
"""Modules whose memories stay: none of them knows a rule above it, and some took long
to read."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule, where it stands and what it is without."""

    room: str
    name: str
    """What it does, in words."""
    place: str
    """Such as `kgmem.paths.tidy:is_field`, or `…:Class.method`."""
    neutral: Neutral
    is_answer: bool = True
    """Does its answer tell whether it did anything? Else it is taken for that."""


def found(rule: Rule) -> tuple[Any, str, Any]:
    """What holds the rule's thing, by which name, and the thing itself.

    Raises InvalidInput for a place that is not there.
    """
    module, _, path = rule.place.partition(":")
    *outer, name = path.split(".")
    try:
        owner: Any = importlib.import_module(module)
        for part in outer:
            owner = getattr(owner, part)
        return owner, name, vars(owner)[name]
    except (ImportError, AttributeError, KeyError) as error:
        raise InvalidInput(f"{rule.name}: {rule.place} is not there") from error


@contextmanager
def off(rule: Rule) -> Iterator[None]:
    """Without the rule, wherever kgmem calls it."""
    with _replaced(rule, rule.neutral(found(rule)[2])):
        yield


@contextmanager
def watched(rules: Sequence[Rule]) -> Iterator[Counter[str]]:
    """With all rules as they are; how often each answered otherwise than it would if
    it were off, by name."""
    moved: Counter[str] = Counter()
    with ExitStack() as stack:
        for rule in rules:
            thing = found(rule)[2]
            if callable(thing) and not isinstance(thing, type):
                seen = _watching(rule, thing, moved)
                stack.enter_context(_replaced(rule, seen))
        yield moved


def is_number(rule: Rule) -> bool:
    """Is it a number or a table, of which nobody sees when it is looked at?"""
    thing = found(rule)[2]
    return not callable(thing) or isinstance(thing, type)


def _watching(rule: Rule, real: Any, moved: Counter[str]) -> Any:
    without = rule.neutral(real)

    @wraps(real)
    def watching(*args: Any, **kwargs: Any) -> Any:
        answer = _held(real(*args, **kwargs))
        other = _held(without(*args, **kwargs)) if rule.is_answer else None
        moved[rule.name] += not rule.is_answer or not _is_same(answer, other)
        return iter(answer) if isinstance(answer, _Items) else answer

    if hasattr(real, "cache_clear"):
        watching.cache_clear = real.cache_clear  # type: ignore[attr-defined]
        setattr(watching, WATCHING, True)
    return watching


class _Items(list[Any]):
    """What an iterator gave."""


def _held(answer: Any) -> Any:
    return _Items(answer) if isinstance(answer, Iterator) else answer


def _is_same(one: Any, other: Any) -> bool:
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return list(one) == list(other)
    return bool(one == other)


@contextmanager
def _replaced(rule: Rule, other: Any) -> Iterator[None]:
    """The rule's thing replaced wherever a module of kgmem holds it; what functions
    remember is forgotten before and after."""
    owner, name, thing = found(rule)
    holders = {(id(owner), name): owner}
    holders |= {(id(one), called): one for one, called in _holders(thing, owner)}
    try:
        for (_, called), holder in holders.items():
            setattr(holder, called, other)
        forget()
        yield
    finally:
        for (_, called), holder in holders.items():
            setattr(holder, called, thing)
        forget()


def _holders(thing: Any, owner: Any) -> Iterator[tuple[Any, str]]:
    """Modules that imported the thing; not of a number, which others hold by chance."""
    if not callable(thing) or owner is not sys.modules.get(thing.__module__):
        return
    for module in _modules():
        for name, held in list(vars(module).items()):
            if held is thing:
                yield module, name


def _modules() -> Iterator[Any]:
    for name, module in list(sys.modules.items()):
        if name.startswith("kgmem.") and module is not None:
            yield module


def forget() -> None:
    """Empty what functions remember of their answers."""
    for module in _modules():
        if not module.__name__.startswith(LASTING):
            for held in list(vars(module).values()):
                if isinstance(held, Remembering) or WATCHING in _own(held):
                    held.cache_clear()


def _own(held: Any) -> Any:
    return getattr(held, "__dict__", ()) if callable(held) else ()
