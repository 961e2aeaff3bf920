"""Is it the right answer? By the database, whatever the page says."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Literal

from kgmem_bench.agents.values import Language

Form = Literal["text", "number", "amount", "date", "list", "count", "truth"]
Truth = str | float | bool | Sequence[str]
"""What the database says, in normal form: days as in ISO 8601."""
Verdict = Literal[
    "right", "wrong", "of an old run", "absent", "asked", "stopped", "nothing"
]
_NUMBER = re.compile(r"\D{0,4}(-?\d[\d,]*(?:\.\d+)?)\D{0,8}")
"""With a unit."""
_EMPTY: Sequence[object] = (0, False, ())
"""What a list that is not there holds, how many, and whether it is."""


def typed(
    truth: Truth, form: Form, language: Language, words: Mapping[str, Any]
) -> str:
    """As a person types it."""
    match form:
        case "list":
            names = [str(one) for one in truth] if isinstance(truth, Sequence) else []
            return ("、" if language == "zh" else ", ").join(names)
        case "truth":
            return str(words["yes" if truth else "no"])
        case "date":
            day = date.fromisoformat(str(truth))
            if language == "zh":
                return f"{day.year}年{day.month}月{day.day}日"
            return f"{day.day} {day:%B %Y}"
        case "amount":
            return f"{'¥' if language == 'zh' else '$'}{truth:,.2f}"
    return str(truth)


def normal(value: Any, form: Form) -> object:
    """To compare an answer and the database by: case, spaces and the order of a list
    do not count; None where it is nothing of the form."""
    if isinstance(value, Mapping):
        value = next((one for one in value.values() if not isinstance(one, str)), None)
    if form == "list":
        told = value if isinstance(value, list | tuple) else [value]
        return tuple(sorted(" ".join(str(one).split()).casefold() for one in told))
    if form == "truth":
        return value if isinstance(value, bool) else None
    if form in ("number", "amount", "count"):
        match = _NUMBER.fullmatch(str(value))
        return round(float(match[1].replace(",", "")), 2) if match else None
    text = " ".join(str(value).split()).casefold()
    return text[:10] if form == "date" else text


def judged(
    told: Any, truths: Sequence[Truth], shown: Sequence[Truth], form: Form
) -> Verdict:
    """How an answer stands to what the database says: one truth, none for a record that
    is not there, several where two fit, of which each is a guess."""
    value = normal(told, form)
    if not truths and value in _EMPTY:
        return "absent"
    if len(truths) == 1 and value == normal(truths[0], form):
        return "right"
    is_old = value in [normal(one, form) for one in shown]
    return "of an old run" if is_old else "wrong"
