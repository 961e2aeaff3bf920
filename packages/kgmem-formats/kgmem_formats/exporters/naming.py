"""Names of files, and what a file says of its pattern."""

import re

from kgmem import Pattern

_ODD = re.compile(r"[^a-z0-9]+")
LONGEST = 48
"""Characters of a name."""


def slug(pattern: Pattern, joint: str = "_") -> str:
    """A name that stays while the wording does: `order_and_send_it_to_1f0c2a9b`; of
    Latin letters, which every system takes."""
    words = _ODD.sub(joint, re.sub(r"\{[^{}]*\}", " ", pattern.template).lower())
    key = _ODD.sub("", pattern.pattern_id.lower())[-8:]
    told = words.strip(joint)[: LONGEST - len(key) - 1].strip(joint)
    return f"{told or 'task'}{joint}{key}"


def origin(pattern: Pattern) -> str:
    """Which pattern it is, and what it is known from."""
    runs = f"{pattern.support} successful run{'s' * (pattern.support != 1)}"
    where = f" in {pattern.app}" if pattern.app else ""
    known = f"pattern {pattern.pattern_id}, version {pattern.version}, {runs}"
    return f"Learned by kgmem{where}: {known}."
