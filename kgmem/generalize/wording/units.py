"""A task's text cut into units, pieces that nothing which texts share may cut: a value
that a run uses, a number or a date, a name such as `primer/design`, else a word."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kgmem.language import chinese
from kgmem.language.typed import typed_spans
from kgmem.language.words import Span, words
from kgmem.matching.anchor_words import is_content, weight
from kgmem.model.kind import form_of
from kgmem.tuning import tuned

_TUNED = tuned("generalize.wording.units")

MAX_UNITS = 200
"""Units of a text; what follows them is one unit more."""
VALUE = _TUNED["value"]
"""What it is worth that two values of runs stand in the same place; a content word
is worth 1, others as `kgmem.matching.anchor_words` says."""

_SAME = {"an": "a"}
"""Forms of one word."""
_SIGILS = "#@"
"""Marks before a code, as the words around it."""
_CLAUSE_COMMA = "，"
"""Kept apart from the comma, which mostly stands within values."""
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HAN_RUN = re.compile(f"[{_HAN}]{{2,}}")
_CLOSING = frozenset(".。!?")
"""Marks at a text's end; no value ends with them."""
_SENTENCE_ENDS = frozenset(".!?:。")
_COMPOUND = re.compile(rf"[^\W_{_HAN}]+(?:[-/._@&+~]{{1,3}}[^\W_{_HAN}]+)+")


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of a text that is compared as a whole."""

    fold: str
    """What is compared; a run's values are all alike."""
    start: int
    end: int
    kind: str
    """`value` (of a run), `word`, `mark`, or the kind of a typed span."""
    value: int | None = None
    """Which of the run's values."""
    is_name: bool = False
    """In capitals, but not because a sentence begins."""
    joined: bool = False
    """Does it go on with the unit before: as a later character of a Chinese word or a
    later word of a name in capitals?"""

    @property
    def weight(self) -> float:
        """What a match of it is worth."""
        return VALUE if self.kind == "value" else weight(self.fold)

    @property
    def is_empty(self) -> bool:
        """Is it a mark or a word that says little?"""
        return self.kind in ("word", "mark") and not is_content(self.fold)


def units(text: str, values: Sequence[Span] = ()) -> tuple[Unit, ...]:
    """The units of `text` in order, without marks that close it; `values` are spans
    of it, apart from each other."""
    found = _joined(text, list(_units(text, values)))
    while len(found) > 1 and found[-1].kind == "mark" and found[-1].fold in _CLOSING:
        found.pop()
    if len(found) > MAX_UNITS:
        start, end = found[MAX_UNITS].start, found[-1].end
        found[MAX_UNITS:] = [Unit(_folded(text[start:end]), start, end, "word")]
    return tuple(found)


def _units(text: str, values: Sequence[Span]) -> Iterator[Unit]:
    whole = [Unit("", *span, "value", n) for n, span in enumerate(values)]
    pieces = [*_typed(text), *_compounds(text)]
    whole += sorted(pieces, key=lambda unit: unit.start - unit.end)
    at = 0
    for unit in _apart(whole, len(text)):
        yield from _single(text, at, unit.start)
        yield unit
        at = unit.end
    yield from _single(text, at, len(text))


def _typed(text: str) -> Iterator[Unit]:
    """Typed spans. A quantity's unit is a word like others: `5 minutes`."""
    for typed in typed_spans(text):
        start, end = typed.span
        form = form_of(typed.kind)
        if form.has_sigil:
            start += len(text[start:end]) - len(text[start:end].lstrip(_SIGILS))
        has_unit_word = form.ends == "unit" and text[end - 1].isalpha()
        if start < end and not has_unit_word:
            yield Unit(_folded(text[start:end]), start, end, typed.kind)


def _compounds(text: str) -> Iterator[Unit]:
    for match in _COMPOUND.finditer(text):
        yield Unit(_folded(match[0]), *match.span(), "word")


def _apart(ranked: Iterable[Unit], length: int) -> list[Unit]:
    """Those that overlap none before them, by their place in the text."""
    taken = bytearray(length)
    kept = []
    for unit in ranked:
        if not any(taken[unit.start : unit.end]):
            taken[unit.start : unit.end] = b"\1" * (unit.end - unit.start)
            kept.append(unit)
    return sorted(kept, key=lambda unit: unit.start)


def _single(text: str, start: int, end: int) -> Iterator[Unit]:
    for word in words(text[start:end]):
        fold = _SAME.get(word.fold, word.fold)
        if text[start + word.start] == _CLAUSE_COMMA:
            fold = _CLAUSE_COMMA
        kind = "mark" if word.is_mark else "word"
        yield Unit(fold, start + word.start, start + word.end, kind)


def _joined(text: str, found: Sequence[Unit]) -> list[Unit]:
    """The units, with what they are to their neighbours."""
    within = _within_chinese_words(text)
    joined: list[Unit] = []
    for n, unit in enumerate(found):
        is_name = n > 0 and _is_name(text, unit, found[n - 1])
        goes_on = unit.start in within or (
            is_name
            and joined[-1].is_name
            and text[joined[-1].end : unit.start].isspace()
        )
        joined.append(replace(unit, is_name=is_name, joined=goes_on))
    return joined


def _within_chinese_words(text: str) -> set[int]:
    """Places that cut a Chinese word in two."""
    inner: set[int] = set()
    for run in _HAN_RUN.finditer(text):
        at = run.start()
        for word in chinese.words(run[0]):
            inner.update(range(at + 1, at + len(word)))
            at += len(word)
    return inner


def _is_name(text: str, unit: Unit, before: Unit) -> bool:
    is_capital = unit.kind == "word" and text[unit.start].isupper()
    return is_capital and before.fold not in _SENTENCE_ENDS


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
