"""What may be a value of a text, and what can be seen of it without a slot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from kgmem.language import chinese
from kgmem.language.named_days import is_day
from kgmem.language.stemming import stem
from kgmem.language.typed import typed_spans
from kgmem.language.words import Span, folds
from kgmem.language.words import words as words_of
from kgmem.matching.anchor_words import POLAR
from kgmem.matching.assigning.places import (
    COLONS,
    behind_colons,
    free_places,
    has_digit,
    parts_of_unit,
    says,
)
from kgmem.matching.assigning.unit_tells import (
    acts,
    field_of,
    is_little,
    is_relating,
    is_sign,
    leads,
    marker_of,
    mixed_ends,
    trails,
)
from kgmem.matching.assigning.units import TextUnit, units
from kgmem.matching.sentence import QUOTES
from kgmem.matching.turning import VERB_FORMS
from kgmem.matching.unnamed import ARTICLE
from kgmem.matching.value_fit import SlotText, fold_marks, said
from kgmem.model.kind import form_of

CALLING = COLONS | QUOTES
"""Marks between what a value is called, and the value."""
NEAR = 3
"""Units on a side of a value that are looked at."""


@dataclass(frozen=True, slots=True)
class PossibleValue:
    """What may be a value of a text."""

    text: str
    start: int
    end: int
    """Its place, in characters."""
    said: SlotText
    is_quoted: bool
    typed: int
    """Values in it that their form or quotation marks show."""
    content: tuple[TextUnit, ...]
    """Its units that say something."""
    before: frozenset[str]
    """The stem of the unit before it, or of a Chinese one the sign beside it, also
    before a colon or quotation mark; none at the beginning,"""
    after: str
    """and of the unit after it."""
    marker: str
    """What the little word before it says that it is: a source, a goal, …; or empty."""
    frayed_first: bool
    """Is its first unit one that few values begin with: a little word, a Chinese verb
    or single sign?"""
    is_signed: bool
    """Is it a single Chinese sign?"""
    frayed_last: bool
    """And its last one such that few end with?"""
    is_led: bool
    """Does it begin with a word that mostly stands before a value, and"""
    is_trailed: bool
    """end with a particle that stands behind what is said?"""
    torn_from: tuple[TextUnit, ...]
    """Its neighbours that look like parts of the same name, compound or phrase."""
    little: int
    """Little words within it."""
    begins_big: bool
    """With a capital letter, and not because a sentence begins?"""
    is_foreign: bool
    """In another script than the text around it?"""
    is_last: bool
    """Does a mark or the text's end follow?"""
    is_opening: bool
    """Is it the plain word that the text begins with, mostly a verb?"""
    opens: bool
    """Is that word the first of several?"""
    acts: int
    """Units of it that are verbs for what tasks ask for."""
    is_day: bool
    """Does it name a day?"""
    labels: frozenset[str]
    """What the words beside it say that a field holds."""
    is_labelled: bool
    """Does it begin with such a word?"""
    mixed: tuple[bool, bool]
    """Is its first word, and its last, a plain one beside names?"""
    told: int
    """Verb forms at its ends that tell what somebody does: "gets", "says"."""


@lru_cache(64)
def value_spans(text: str) -> tuple[PossibleValue, ...]:
    """All that may be values, in the text's order: runs of up to LONGEST units without
    a mark, and what quotation marks enclose. They are many times their text: only those
    of the last ones are kept."""
    return tuple(_spans(_Text(text)))


class _Text:
    """A text with what its spans ask for again and again."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.units = units(text)
        self.typed = [
            (one.span, one.kind)
            for one in typed_spans(text)
            if form_of(one.kind).ends == "marks"
            or text[slice(*one.span)].casefold() not in ARTICLE
        ]
        self.quoted = {
            span for span, kind in self.typed if form_of(kind).ends == "marks"
        }
        han = sum(unit.is_han for unit in self.units)
        self.is_han = han > sum(map(_is_latin, self.units))
        self.little = [is_little(unit) for unit in self.units]
        self.may_end = [
            unit.is_han or says(unit) or _is_big(self, unit) for unit in self.units
        ]
        """May a value end with it? Latin little words end none that is no name."""
        self._words = words_of(text)
        self._folds = [fold_marks(word.fold) for word in self._words]
        self._begin = {word.start: n for n, word in enumerate(self._words)}
        self._end = {word.end: n + 1 for n, word in enumerate(self._words)}

    def said(self, start: int, end: int) -> SlotText:
        """What stands there, as a value."""
        text = self.text[start:end]
        first, last = self._begin.get(start), self._end.get(end)
        if first is None or last is None:
            return said(text)
        return SlotText(text, tuple(self._folds[first:last]))

    def after(self, n: int) -> str:
        """The stem of unit `n`, or of the one behind a quotation mark there; of a
        Chinese one its first sign."""
        unit = self.at(n)
        if unit and unit.fold in QUOTES:
            unit = self.at(n + 1)
        if unit is None:
            return ""
        return stem(unit.fold[0] if unit.is_han else unit.fold)

    def at(self, n: int) -> TextUnit | None:
        """The unit, if there is one."""
        return self.units[n] if 0 <= n < len(self.units) else None


def _spans(of: _Text) -> Iterator[PossibleValue]:
    places = dict.fromkeys(free_places(of.units, of.may_end))
    for start, end in sorted(of.quoted):
        inside = [n for n, u in enumerate(of.units) if start <= u.start < end]
        if inside:
            places[inside[0], inside[-1] + 1] = None
    places.update(dict.fromkeys(behind_colons(of.units)))
    yield from (_span(of, first, last) for first, last in places)
    yield from _within_units(of)


def _within_units(of: _Text) -> Iterator[PossibleValue]:
    """What a unit holds that may be a value by itself."""
    for n, unit in enumerate(of.units):
        written = of.text[unit.start : unit.end]
        for inside in parts_of_unit(written):
            yield _part(of, n, inside, is_last=inside[1] == len(written))


def _part(of: _Text, n: int, inside: Span, *, is_last: bool) -> PossibleValue:
    """What stands there in the unit."""
    unit = of.units[n]
    start, end = unit.start + inside[0], unit.start + inside[1]
    text, behind = of.text[start:end], folds(of.text[end : unit.end])
    counted = next((stem(fold) for fold in behind if fold.isalpha()), "")
    whole = _span(of, n, n + 1)
    return replace(
        whole,
        text=text,
        start=start,
        end=end,
        said=said(text),
        typed=1,
        after=counted or whole.after,
        is_last=is_last and whole.is_last,
    )


def _span(of: _Text, first: int, last: int) -> PossibleValue:
    inner = of.units[first:last]
    start, end = inner[0].start, inner[-1].end
    text, is_said = of.text[start:end], _is_said(of, first, last)
    return PossibleValue(
        text=text,
        start=start,
        end=end,
        said=of.said(start, end),
        is_quoted=is_said or (start, end) in of.quoted,
        typed=sum(start <= a and b <= end for (a, b), _ in of.typed),
        content=tuple(u for u in inner if u.is_content),
        before=frozenset(_before(of, first)),
        after=of.after(last),
        marker=marker_of(of.units[max(0, first - 2) : first]),
        frayed_first=not is_said and (of.little[first] or is_sign(inner[0])),
        is_signed=is_sign(inner[0]),
        frayed_last=of.little[last - 1] and not _ends_name(of, last - 1),
        is_led=leads(inner[0]),
        is_trailed=trails(inner[-1]),
        torn_from=tuple(_torn_from(of, first, last)),
        little=sum(not u.is_content and not u.is_mark for u in inner[1:-1]),
        begins_big=_begins_big(of, first, last),
        is_foreign=_is_foreign(of, inner),
        is_last=(after := of.at(last)) is None or after.is_mark,
        is_opening=last == 1 and _is_opening(of, first),
        opens=last > 1 and _is_opening(of, first),
        acts=sum(acts(unit.fold) for unit in inner),
        is_day=is_day(text),
        labels=frozenset(_labels(of, first, last)),
        is_labelled=bool(field_of(inner[0].fold)),
        mixed=mixed_ends(of.text, inner),
        told=sum(unit.fold in VERB_FORMS for unit in {inner[0], inner[-1]}),
    )


def _before(of: _Text, first: int) -> Iterator[str]:
    """What the unit before it says that it is, also before a colon or quotation."""
    for unit in reversed(of.units[max(0, first - NEAR) : first]):
        if not unit.is_mark:
            yield stem(unit.fold[-1] if unit.is_han else unit.fold)
        if unit.fold not in CALLING:
            return


def _ends_name(of: _Text, n: int) -> bool:
    """Is it a single sign that names what the word before it is of, as in 万象城?"""
    unit, before = of.units[n], of.at(n - 1)
    if not is_sign(unit) or before is None or before.end != unit.start:
        return False
    is_name = before.is_content and not (before.is_han and is_relating(before.fold))
    return is_name and chinese.names_thing(unit.fold)


def _torn_from(of: _Text, first: int, last: int) -> Iterator[TextUnit]:
    pairs = ((of.at(first - 1), of.units[first]), (of.at(last), of.units[last - 1]))
    yield from (beside for beside, own in pairs if beside and _belongs(of, beside, own))
    if (behind := of.at(last)) and of.is_han and _ends_name(of, last):
        yield behind


def _belongs(of: _Text, beside: TextUnit, own: TextUnit) -> bool:
    """Are two neighbours parts of one name, compound or foreign phrase?"""
    if beside.is_mark or own.is_mark:
        return False
    if own.is_han and beside.is_han:
        if not of.is_han:
            return True
        return beside.is_content and not (
            is_relating(beside.fold) or has_digit(beside) or is_day(beside.fold)
        )
    if own.is_han or beside.is_han:
        return _is_letter(own, beside) and _touch(own, beside)
    if of.is_han:
        return _is_latin(own) or _is_latin(beside)
    return _is_big(of, own) and _is_big(of, beside)


def _is_letter(one: TextUnit, other: TextUnit) -> bool:
    """Is one of them a single letter, as in 长河债券A?"""
    return any(len(unit.fold) == 1 and _is_latin(unit) for unit in (one, other))


def _touch(one: TextUnit, other: TextUnit) -> bool:
    return one.end == other.start or other.end == one.start


def _is_big(of: _Text, unit: TextUnit) -> bool:
    sign = of.text[unit.start]
    return sign.isdigit() or (sign.isupper() and unit.start > 0)


def _is_opening(of: _Text, first: int) -> bool:
    word = of.text[of.units[0].start : of.units[0].end]
    return first == 0 and word.isalpha() and word[1:].islower()


def _begins_big(of: _Text, first: int, last: int) -> bool:
    """Does it begin with a capital letter, and not because a sentence begins? There
    the next word has to begin with one, too."""
    if not of.text[of.units[first].start].isupper():
        return False
    if first > 0:
        return True
    word = of.units[0].fold
    is_plain = word in POLAR or word in VERB_FORMS or acts(word)
    return last > 1 and _is_big(of, of.units[1]) and not is_plain


def _is_said(of: _Text, first: int, last: int) -> bool:
    """Is it all that stands behind a colon?"""
    before = of.at(first - 1) if first else None
    is_begun = before is not None and before.is_mark and before.fold in COLONS
    return is_begun and all(unit.is_mark for unit in of.units[last:])


def _labels(of: _Text, first: int, last: int) -> Iterator[str]:
    """What the nearest words before it, and the one behind it, say that a field
    holds."""
    for unit in (_label_before(of, first), of.at(last)):
        if unit and (field := field_of(unit.fold)):
            yield field


def _label_before(of: _Text, first: int) -> TextUnit | None:
    """The nearest unit before it that a field may be called, behind the last mark but
    those that values are called with."""
    near = 0
    for unit in reversed(of.units[:first]):
        if unit.is_mark:
            if unit.fold not in CALLING:
                break
            continue
        if field_of(unit.fold):
            return unit
        near += 1
        if near == NEAR:
            break
    return None


def _is_foreign(of: _Text, inner: Sequence[TextUnit]) -> bool:
    if of.is_han:
        return any(map(_is_latin, inner)) and not any(u.is_han for u in inner)
    said = [u.is_han for u in inner if not u.is_mark and not has_digit(u)]
    return bool(said) and all(said)


def _is_latin(unit: TextUnit) -> bool:
    return not unit.is_han and any(map(str.isalpha, unit.fold))
