"""The very words again in which a plan succeeded: their values need no reading."""

import re

from kgmem.model.texts.template import Hole, parts


def values_of(template: str, text: str) -> dict[str, str] | None:
    """What stands in the template's holes, as the text has it, by slot; None where it
    is not the template word for word, or where it can be cut in several ways."""
    plain = " ".join(text.split())
    few, many = (_pattern(template, rest) for rest in ("+?", "+"))
    short, long = few.fullmatch(plain), many.fullmatch(plain)
    if short is None or long is None or short.groups() != long.groups():
        return None
    slots = dict.fromkeys(p.slot for p in parts(template) if isinstance(p, Hole))
    return dict(zip(slots, short.groups(), strict=True))


def _pattern(template: str, rest: str) -> re.Pattern[str]:
    """With a group for each slot; `rest` says how much one takes if it may choose."""
    numbers: dict[str, int] = {}
    told = ""
    for part in parts(template):
        if isinstance(part, str):
            told += re.escape(re.sub(r"\s+", " ", part))
        elif part.slot in numbers:
            told += rf"(?:\{numbers[part.slot]})"
        else:
            numbers[part.slot] = len(numbers) + 1
            told += rf"(.{rest})"
    return re.compile(told, re.IGNORECASE)
