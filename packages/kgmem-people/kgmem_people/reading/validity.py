"""When something is said to hold: what the words beside a time make of it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise

from kgmem.people import either, roles, word_set
from kgmem_people.reading.dates import PART, DateSpan, periods

Bounds = tuple[datetime | None, datetime | None]
"""The first moment, and the first one after."""
_CUE = 24
"""Characters beside a date in which the word stands that says what it bounds."""


@dataclass(frozen=True, slots=True)
class Validity:
    """What a sentence says about when it holds."""

    valid_from: datetime | None = None
    valid_to: datetime | None = None
    at: DateSpan | None = None
    """Where it names a time and no bound: for an event when it was, for a state when it
    held at least."""
    spans: tuple[tuple[int, int], ...] = ()
    """The words that say so, with their prepositions; in the text's order."""

    def bounds(self, *, lasts: bool, happened: bool = True) -> Bounds:
        """As it says; "in 1994" bounds a state on both sides, what happened on one, and
        what is neither on none."""
        if self.valid_from or self.valid_to or self.at is None or not happened:
            return self.valid_from, self.valid_to
        return self.at.since, self.at.until if lasts else None


_THE = rf"(?:(?:{either('article.definite')})\s)?"
_BEFORE: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (
        re.compile(
            rf"(?:\b(?:{either(f'period.before.{role}', spaced=True)})\s{_THE}"
            rf"|(?:{either(f'period.before.{role}', spaced=False)}))$",
            re.IGNORECASE,
        ),
        role,
    )
    for role in roles("period.before")
)
"""What the words before a time say of it: a key of the table."""
_BEHIND: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(either(f"period.behind.{role}")), role)
    for role in roles("period.behind")
)
"""The same of the words behind it."""
_OPENS_PAIR = re.compile(rf"\b(?:{either('pair', spaced=True)})\s$", re.IGNORECASE)
_BETWEEN = re.compile(
    rf"\s?(?:{either('period.through', spaced=True)}|[-–—~～])\s?(?:{PART})?"
    rf"|\s?(?:{either('period.through', spaced=False)})\s?",
    re.IGNORECASE,
)


def validity(text: str, today: date | None = None) -> Validity:
    """When the sentence `text` says that it holds.

    "until 2015" and 到2015年为止 hold to the end of what is named: valid_to is the
    first moment of 2016; "before 2015" ends where it begins. "by 2015" says no bound.
    """
    found = periods(text, today)
    spans: list[tuple[int, int]] = []
    since = until = at = None
    joined = _joined(text, found)
    for n, period in enumerate(found):
        role, span = _role(text, period)
        if n in joined:
            role = "from"
        elif n - 1 in joined:
            role = "to"
        spans.append(span)
        if role in ("from", "after") and since is None:
            since = period.since if role == "from" else period.until
        elif role in ("to", "before") and until is None:
            until = period.until if role == "to" else period.since
        elif role == "at" and at is None:
            at = period
    if since and until and since >= until:
        since = until = None
    return Validity(since, until, at, _merged(text, spans))


def _joined(text: str, found: list[DateSpan]) -> set[int]:
    """The periods that are the first one of a range."""
    return {
        n
        for n, (one, other) in enumerate(pairwise(found))
        if _BETWEEN.fullmatch(text[one.end : other.start])
        and _is_range(text, one, other)
    }


def _is_range(text: str, one: DateSpan, other: DateSpan) -> bool:
    """The years of "in 2010 and 2015" are none."""
    between = text[one.end : other.start].strip().lower()
    opens = _OPENS_PAIR.search(text[: one.start][-_CUE:])
    is_joined = between in word_set("conjunction")
    return one.since < other.until and (not is_joined or opens is not None)


def _role(text: str, period: DateSpan) -> tuple[str, tuple[int, int]]:
    """What the words around it make of it, and from where to where they stand."""
    start, end = period.start, period.end
    role = "at"
    head = text[max(0, start - _CUE) : start]
    head = re.sub(rf"\b{PART}$", "", head, flags=re.IGNORECASE)
    start -= len(text[max(0, start - _CUE) : start]) - len(head)
    if cue := _cue(head, _BEFORE, re.Pattern.search):
        role, start = cue[0], start - len(head) + cue[1].start()
    tail = text[end : end + _CUE]
    if part := re.match(either("period.part", spaced=False), tail):
        end, tail = end + 1, tail[part.end() :]
    if cue := _cue(tail, _BEHIND, re.Pattern.match):
        role, end = cue[0], end + cue[1].end()
    return role, (start, end)


def _cue(
    text: str,
    cues: tuple[tuple[re.Pattern[str], str], ...],
    look: Callable[[re.Pattern[str], str], re.Match[str] | None],
) -> tuple[str, re.Match[str]] | None:
    for pattern, role in cues:
        if match := look(pattern, text):
            return role, match
    return None


def _merged(text: str, spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Spans with nothing but a joining word between them as one."""
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        gap = text[merged[-1][1] : start] if merged else "."
        if not gap.strip() or _BETWEEN.fullmatch(gap):
            start = merged.pop()[0]
        merged.append((start, end))
    return tuple(merged)
