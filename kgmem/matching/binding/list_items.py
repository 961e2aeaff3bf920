"""The items of a pattern's lists, as its members' texts part theirs."""

from collections.abc import Callable, Sequence
from itertools import islice

from kgmem.model.pattern import Pattern

MEMBERS = 200
"""Members whose lists are looked at."""


def has_separator(pattern: Pattern, name: str, kind: Callable[[str], bool]) -> bool:
    """Has a member's list of this slot a separator of the kind?"""
    members = islice(pattern.memberships.values(), MEMBERS)
    return any(kind(said) for m in members for said in m.separators.get(name, ()))


def over_blanks(items: Sequence[str], between: Sequence[str]) -> list[str]:
    """The items, those with but a blank between them as one."""
    joined = list(items[:1])
    for said, item in zip(between, items[1:], strict=True):
        if said.isspace():
            joined[-1] += said + item
        else:
            joined.append(item)
    return joined
