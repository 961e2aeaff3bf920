"""What the text of a task offers to somebody who tries things out: words to look for
and values to enter. Part of the frozen explorer."""

import re
from dataclasses import dataclass
from datetime import date
from functools import cached_property

_QUOTED = re.compile(r"[\"“「『']([^\"”」』']{1,80})[\"”」』']")
_DATE = re.compile(r"(?<!\d)(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})(?!\d)")
_WORD = re.compile(r"[@#]?\w+(?:[-'./:]\w+)*")
_IDLE = frozenset({
    "a", "an", "and", "any", "are", "as", "at", "be", "by", "for", "from", "has",
    "have", "in", "into", "is", "it", "its", "of", "on", "or", "that", "the", "then",
    "them", "this", "to", "was", "with", "you", "your",
})  # fmt: skip

QUOTED, DATED, NAMED, PLAIN = 1.0, 1.0, 0.6, 0.2
"""Weights of values: in quotation marks; a date; with a capital, a digit or a mark;
others."""


@dataclass(frozen=True, slots=True)
class Value:
    """A piece of the text that may have to be entered somewhere."""

    text: str
    weight: float
    place: int
    """Its first character in the text."""


def words(text: str) -> tuple[str, ...]:
    """Its words, folded, a plural's `s` taken off; function words left out."""
    found = (match[0].casefold() for match in _WORD.finditer(text))
    return tuple(_bare(word) for word in found if word not in _IDLE)


def _bare(word: str) -> str:
    is_plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word


@dataclass(frozen=True)
class Asked:
    """A task's text, taken apart."""

    text: str

    @cached_property
    def words(self) -> tuple[str, ...]:
        return words(self.text)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        return frozenset(self.words)

    @cached_property
    def quoted(self) -> tuple[str, ...]:
        """What stands in quotation marks, in the text's order."""
        return tuple(match[1].strip() for match in _QUOTED.finditer(self.text))

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Each piece once, as its best kind; most promising first."""
        best: dict[str, Value] = {}
        for value in (*self._marked(), *self._single()):
            known = best.get(value.text)
            if known is None or value.weight > known.weight:
                best[value.text] = value
        return tuple(sorted(best.values(), key=lambda v: (-v.weight, v.place)))

    def _marked(self) -> list[Value]:
        quoted = [
            Value(m[1].strip(), QUOTED, m.start()) for m in _QUOTED.finditer(self.text)
        ]
        dates = [Value(m[0], DATED, m.start()) for m in _DATE.finditer(self.text)]
        return quoted + dates

    def _single(self) -> list[Value]:
        return [
            Value(m[0], _weight_of(m[0], m.start()), m.start())
            for m in _WORD.finditer(self.text)
            if m[0].casefold() not in _IDLE
        ]

    @cached_property
    def singled_out(self) -> frozenset[str]:
        """The words of its values, plain words left out."""
        marked = (value.text for value in self.values if value.weight > PLAIN)
        return frozenset(word for text in marked for word in words(text))

    def place_of(self, label: str) -> float | None:
        """Where in the text its words stand next to each other, 0..1; None if they
        do not."""
        start = self._start_of(words(label))
        return None if start is None else start / len(self.words)

    def holds(self, wanted: tuple[str, ...]) -> bool:
        """Do these words stand in it next to each other?"""
        return self._start_of(wanted) is not None

    def _start_of(self, wanted: tuple[str, ...]) -> int | None:
        n = len(wanted)
        starts = range(len(self.words) - n + 1 if n else 0)
        return next((i for i in starts if self.words[i : i + n] == wanted), None)


def _weight_of(word: str, place: int) -> float:
    is_name = place > 0 and word != word.lower()
    is_marked = not word.isalpha() and "'" not in word
    return NAMED if is_name or is_marked else PLAIN


def iso_dates(text: str) -> tuple[str, ...]:
    """The days that a date in digits may mean, as `2026-11-22`; the American order
    first."""
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return ()
    a, b, c = map(int, match.groups())
    orders = [(c, a, b), (c, b, a), (a, b, c)]
    return tuple(dict.fromkeys(filter(None, (_iso(*order) for order in orders))))


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat() if year >= 1000 else None
    except ValueError:
        return None
