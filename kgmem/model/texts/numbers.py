"""Numbers that stand in a text for themselves, not as a part of another one."""

import re

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
BEFORE = r"(?<!\d)(?<!\d[.,:])"
"""Nothing of a number ends here,"""
BEHIND = r"(?!\d)(?![.,:](?!0+(?!\d))\d)"
"""and none goes on here, but for zeros behind its point."""


def has_numbers_of(text: str, other: str) -> bool:
    """Does each number of the other text stand in this one: `7`, and not `7.50`?"""
    return all(stands_in(text, number) for number in _NUMBER.findall(other))


def stands_in(text: str, number: str) -> bool:
    """Is the number in the text by itself?"""
    return re.search(BEFORE + re.escape(number) + BEHIND, text) is not None
