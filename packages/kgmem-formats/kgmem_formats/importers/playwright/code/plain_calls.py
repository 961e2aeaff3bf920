"""Calls of a language's own that are worked out: lists, texts, values from outside."""

from collections.abc import Callable, Mapping, Sequence

from kgmem_formats.importers.playwright.acts import snake
from kgmem_formats.importers.playwright.code.values import RegexpValue, Unknown

MAX_TIMES = 200
"""A loop is unrolled so often at most."""
_TEXTS: Mapping[str, Callable[[str], str]] = {
    "strip": str.strip,
    "trim": str.strip,
    "upper": str.upper,
    "to_upper_case": str.upper,
    "to_upper": str.upper,
    "lower": str.lower,
    "to_lower_case": str.lower,
    "to_lower": str.lower,
    "to_string": str,
}
_LISTS = frozenset({"of", "as_list", "all", "when_all"})
"""`List.of`, `Arrays.asList`, `Promise.all`, `Task.WhenAll`: what they are given."""
_FROM_OUTSIDE = frozenset({"getenv", "get_environment_variable", "get", "required"})


def plain_call(name: str, owner: object, args: Sequence[object]) -> object:
    """What it gives; None where it is none of these."""
    called = snake(name)
    if isinstance(owner, str) and called in _TEXTS and not args:
        return _TEXTS[called](owner)
    if isinstance(owner, str) and not called:
        return _function(owner, args)
    if called in ("items", "entries") and isinstance(owner, Mapping):
        return [[key, value] for key, value in owner.items()]
    if called == "values" and isinstance(owner, Mapping):
        return list(owner.values())
    if not isinstance(owner, Unknown):
        return None
    if owner.name in ("Paths", "Path") and called in ("get", "of") and args:
        return args[0]
    if called in _FROM_OUTSIDE and args and isinstance(args[0], str):
        return Unknown(args[0])
    if called in _LISTS:
        listed = args[0] if len(args) == 1 and isinstance(args[0], list) else args
        return list(listed)
    if called in ("compile", "regex") and args and isinstance(args[0], str):
        return RegexpValue(args[0])
    return None


def _function(name: str, args: Sequence[object]) -> object:
    """A function of the language's own."""
    if name == "range" and args and all(type(one) is int for one in args):
        numbers = range(*(one for one in args if isinstance(one, int)))
        return list(numbers) if len(numbers) <= MAX_TIMES else Unknown()
    if name == "str" and len(args) == 1 and isinstance(args[0], str | int | float):
        return str(args[0])
    if name in ("list", "tuple") and args and isinstance(args[0], list):
        return list(args[0])
    if name == "enumerate" and args and isinstance(args[0], list):
        return [[n, one] for n, one in enumerate(args[0])]
    if name == "zip" and args and all(isinstance(one, list) for one in args):
        lists = [one for one in args if isinstance(one, list)]
        return [list(pair) for pair in zip(*lists, strict=False)]
    if name in ("path", "getenv") and len(args) >= 1 and isinstance(args[0], str):
        return args[0] if name == "path" else Unknown(args[0])
    return None
