"""What may be a value of a text, and what can be seen of it without a slot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kgmem.language import chinese
from kgmem.language.intent import intent_of
from kgmem.language.named_days import is_day
from kgmem.language.stemming import stem
from kgmem.language.typed import kind_of, typed_spans
from kgmem.language.vocabulary import meanings, roles, word_set, words
from kgmem.language.words import words as words_of
from kgmem.matching.anchor_words import POLAR
from kgmem.matching.assigning.units import SIGNS, TextUnit, units
from kgmem.matching.unnamed import ARTICLE
from kgmem.matching.value_fit import SlotText, fold_marks, said
from kgmem.model.kind import form_of

LONGEST = 8
"""Units of a value that no mark shows."""
SENTENCE_ENDS = frozenset(".!?")
VERB_FORMS = word_set("verb_form")
GOAL = word_set("marker.goal")
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
    before: tuple[str, ...]
    """Stems of the units before it, the next one first; of Chinese words the sign
    beside it,"""
    after: tuple[str, ...]
    """and of those after it."""
    marker: str
    """What the little word before it says that it is: a source, a goal, …; or empty."""
    frayed_first: bool
    """Is its first unit one that few values begin with: a little word, a Chinese verb
    or single sign?"""
    is_signed: bool
    """Is it a single Chinese sign?"""
    frayed_last: bool
    """And its last one such that few end with?"""
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
    is_late: bool
    """Does it stand behind the first sentence?"""
    is_day: bool
    """Does it name a day?"""
    is_formed: bool
    """Does it, or has it a form?"""
    is_mixed: bool
    """Is a day or what its form shows to be a value but a part of it?"""
    labels: frozenset[str]
    """What the words beside it say that a field holds."""
    is_labelled: bool
    """Does it begin with such a word?"""
    told: int
    """Verb forms at its ends that tell what somebody does: "gets", "says"."""


@lru_cache(64)
def value_spans(text: str) -> tuple[PossibleValue, ...]:
    """All that may be values, in the text's order: runs of up to LONGEST units without
    a mark, and what quotation marks enclose."""
    return tuple(_spans(_Text(text)))


class _Text:
    """A text with what its spans ask for again and again."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.units = units(text)
        self.typed = [
            (one.span, one.kind)
            for one in typed_spans(text)
            if text[slice(*one.span)].casefold() not in ARTICLE
        ]
        self.quoted = {
            span for span, kind in self.typed if form_of(kind).ends == "marks"
        }
        self.formed = {span for span, kind in self.typed if form_of(kind).has_form}
        han = sum(unit.is_han for unit in self.units)
        self.is_han = han > sum(map(_is_latin, self.units))
        ends = (unit.start for unit in self.units if unit.fold in SENTENCE_ENDS)
        self.first_end = next(ends, len(text))
        self.little = [_is_little(unit) for unit in self.units]
        self.stems_before = [
            stem(u.fold[-1] if u.is_han else u.fold) for u in self.units
        ]
        """What is told of each unit that stands before a value,"""
        self.stems_after = [stem(u.fold[0] if u.is_han else u.fold) for u in self.units]
        """and of one behind it."""
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

    def at(self, n: int) -> TextUnit | None:
        """The unit, if there is one."""
        return self.units[n] if 0 <= n < len(self.units) else None


def _spans(of: _Text) -> Iterator[PossibleValue]:
    places = dict.fromkeys(_free_places(of.units))
    for start, end in sorted(of.quoted):
        inside = [n for n, u in enumerate(of.units) if start <= u.start < end]
        if inside:
            places[inside[0], inside[-1] + 1] = None
    yield from (_span(of, first, last) for first, last in places)


def _free_places(found: Sequence[TextUnit]) -> Iterator[tuple[int, int]]:
    for first, unit in enumerate(found):
        if unit.is_mark and unit.fold not in SIGNS:
            continue
        for last in range(first + 1, min(len(found), first + LONGEST) + 1):
            if found[last - 1].is_mark and found[last - 1].fold not in SIGNS:
                break
            if _may_end(found[last - 1]) and any(map(says, found[first:last])):
                yield first, last


def says(unit: TextUnit) -> bool:
    """Does it say something by itself, or has it a digit?"""
    return unit.is_content or _has_digit(unit)


def _may_end(unit: TextUnit) -> bool:
    """Latin little words end no value."""
    return unit.is_han or says(unit)


def _span(of: _Text, first: int, last: int) -> PossibleValue:
    inner = of.units[first:last]
    start, end = inner[0].start, inner[-1].end
    text = of.text[start:end]
    return PossibleValue(
        text=text,
        start=start,
        end=end,
        said=of.said(start, end),
        is_quoted=(start, end) in of.quoted,
        typed=sum(start <= a and b <= end for (a, b), _ in of.typed),
        content=tuple(u for u in inner if u.is_content),
        before=tuple(reversed(of.stems_before[max(0, first - NEAR) : first])),
        after=tuple(of.stems_after[last : last + NEAR]),
        marker=marker_of(of.units[max(0, first - 2) : first]),
        frayed_first=of.little[first] or is_sign(inner[0]),
        is_signed=is_sign(inner[0]),
        frayed_last=of.little[last - 1] and not _ends_name(of, last - 1),
        torn_from=tuple(_torn_from(of, first, last)),
        little=sum(not u.is_content and not u.is_mark for u in inner[1:-1]),
        begins_big=_begins_big(of, first, last),
        is_foreign=_is_foreign(of, inner),
        is_last=(after := of.at(last)) is None or after.is_mark,
        is_opening=last == 1 and _is_opening(of, first),
        opens=last > 1 and _is_opening(of, first),
        acts=sum(acts(unit.fold) for unit in inner),
        is_late=start >= of.first_end,
        is_day=(names_day := is_day(text)),
        is_formed=names_day or (start, end) in of.formed,
        is_mixed=is_mixed(inner),
        labels=frozenset(_labels(of, first, last)),
        is_labelled=bool(field_of(inner[0].fold)),
        told=sum(unit.fold in VERB_FORMS for unit in {inner[0], inner[-1]}),
    )


@lru_cache(1 << 12)
def acts(fold: str) -> bool:
    """Is the folded word a verb for what tasks ask for?"""
    return intent_of(fold) is not None


def is_marker(fold: str) -> bool:
    """Does the folded word mark what stands behind it?"""
    return fold in meanings("marker")


def marker_of(before: Sequence[TextUnit]) -> str:
    """What the last of these units marks, or the one before it where it is a little
    word: "to" marks a goal in "to the …"; empty if none does."""
    for unit in reversed(before[-2:]):
        if unit.fold in meanings("marker"):
            return meanings("marker")[unit.fold]
        if unit.is_han and len(unit.fold) == 2 and unit.fold[-1] in GOAL:
            return "goal"
        if unit.is_content or unit.is_mark:
            return ""
    return ""


def is_frayed(unit: TextUnit) -> bool:
    """Do few values begin with the unit?"""
    return _is_little(unit) or is_sign(unit)


def is_sign(unit: TextUnit) -> bool:
    """Is it a single Chinese sign?"""
    return unit.is_han and len(unit.fold) == 1


def _is_little(unit: TextUnit) -> bool:
    if unit.is_han and _is_relating(unit.fold):
        return True
    return not unit.is_content and not _has_digit(unit)


@lru_cache(1 << 12)
def _is_relating(word: str) -> bool:
    """Is the Chinese word none that names something? A single sign seldom is, nor a
    verb with its goal, as 标成."""
    if len(word) == 1 or chinese.is_relating(word):
        return True
    return len(word) == 2 and word[-1] in GOAL


def _ends_name(of: _Text, n: int) -> bool:
    """Is it a single sign that names what the word before it is of, as in 万象城?"""
    unit, before = of.units[n], of.at(n - 1)
    if not is_sign(unit) or before is None or before.end != unit.start:
        return False
    is_name = before.is_content and not (before.is_han and _is_relating(before.fold))
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
        return beside.is_content and not _is_relating(beside.fold)
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


@lru_cache(1)
def _fields() -> dict[str, str]:
    return {
        stem(word): role
        for role in roles("form_field")
        for word in words(f"form_field.{role}")
    }


@lru_cache(1 << 12)
def field_of(fold: str) -> str:
    """What a field that is called so holds; empty for any other word."""
    return _fields().get(stem(fold), "")


def is_mixed(found: Sequence[TextUnit]) -> bool:
    """Is a day, or what its form shows to be a value, but one of several units?"""
    return len(found) > 1 and any(_is_formed(unit.fold) for unit in found)


@lru_cache(1 << 12)
def _is_formed(fold: str) -> bool:
    """Does the folded unit name a day, or has it a form that says where it ends?"""
    form = form_of(kind_of(fold))
    return is_day(fold) or (form.has_form and form.ends == "form")


def _labels(of: _Text, first: int, last: int) -> Iterator[str]:
    before = (
        u for u in reversed(of.units[max(0, first - NEAR) : first]) if u.is_content
    )
    for unit in (next(before, None), of.at(last)):
        if unit and (field := field_of(unit.fold)):
            yield field


def _is_foreign(of: _Text, inner: Sequence[TextUnit]) -> bool:
    if of.is_han:
        return any(map(_is_latin, inner)) and not any(u.is_han for u in inner)
    said = [u.is_han for u in inner if not u.is_mark and not _has_digit(u)]
    return bool(said) and all(said)


def _is_latin(unit: TextUnit) -> bool:
    return not unit.is_han and any(map(str.isalpha, unit.fold))


def _has_digit(unit: TextUnit) -> bool:
    return any(map(str.isdigit, unit.fold))
