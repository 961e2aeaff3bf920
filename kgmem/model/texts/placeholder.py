"""What stands for a sensitive value: `[REDACTED:card#1]`.

One that a page showed, and no task said, may have a suffix by which it is recognised:
`[REDACTED:phone#1~d16.3f9ac]`, of digits, at most 16 characters, and a keyed hash.
"""

import re

PLACEHOLDER = re.compile(
    r"\[REDACTED:(?P<kind>[a-z_]{1,24})#(?P<number>[0-9]{1,9})"
    r"(?P<mark>~[a-z]{1,2}[0-9]{1,3}\.[0-9a-f]{5})?\]"
)
"""`kind` says of what it is, `number` tells it from others of its run, `mark` its shape
and hash, where it has them."""
BEGINS = "[REDACTED:"
"""What every placeholder begins with."""

_MARKED = re.compile(r"(?i)(\[REDACTED:[a-z_]{1,24})#[0-9]{1,9}(~[a-z0-9.]{1,24}\])")


def without_numbers(text: str) -> str:
    """The text with placeholders that have a hash known by it alone, whatever number
    their run gave them; in any case of letters."""
    return _MARKED.sub(r"\1\2", text) if "~" in text else text
