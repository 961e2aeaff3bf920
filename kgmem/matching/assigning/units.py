"""A text cut into the pieces that a value begins and ends with."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kgmem.language import chinese
from kgmem.language.clauses import is_abbreviation
from kgmem.language.named_days import named_days
from kgmem.language.read_text import part_of_text
from kgmem.language.typed import typed_spans
from kgmem.language.vocabulary import written
from kgmem.language.words import Word, words
from kgmem.matching.anchor_words import is_content, is_han
from kgmem.matching.paraphrasing.bare_task import NAMING
from kgmem.matching.value_fit import fold_marks
from kgmem.model.kind import form_of

POSSESSIVE = ("'s", "’s")
JOINTS = frozenset("./_-&·")
"""Marks that tie two words into one, where no blank stands beside them."""
AND = "&"
"""A mark that is a word."""
SIGNS = frozenset("#￥$€")
"""Marks that a value may begin with."""

BRACKETS = {"(": ")", "[": "]", "（": "）", "【": "】"}
_ENDS = frozenset("、，；：。=") | BRACKETS.keys() | frozenset(BRACKETS.values())
"""Marks that stand between two words, with or without blanks."""
_LINE_END = re.compile(r"(?<=\S)[^\S\n]*\n\s*(?=\S)")
_THOUSANDS = re.compile(r"\d,\d{3}(?!\d)")
_OPENED = re.compile(r"(?<!\w)['‘]\w")
_POLITE = written("question.polite", spaced=False)


@dataclass(frozen=True, slots=True)
class TextUnit:
    """A word, a Chinese word, a mark, or what only its form shows to be one value."""

    fold: str
    start: int
    end: int
    is_mark: bool
    is_content: bool
    """Does it say something by itself?"""
    is_han: bool
    """Is it Chinese?"""


@part_of_text
def units(text: str) -> tuple[TextUnit, ...]:
    """The units of the text in order: no value begins or ends within one."""
    runs = (line for run in _runs(text) for line in _units_of(text, run))
    found = sorted([*runs, *_line_ends(text)], key=lambda unit: unit.start)
    whole = _whole(text, _with_polite(text, found))
    return tuple(_signed(text, _tied(text, whole)))


def _line_ends(text: str) -> Iterator[TextUnit]:
    """The end of a line is a mark, too: what stands in two lines is no value."""
    for found in _LINE_END.finditer(text):
        yield TextUnit("\n", found.start(), found.end(), True, False, False)


def _with_polite(text: str, found: Sequence[TextUnit]) -> list[TextUnit]:
    """With one unit that says nothing for what makes a request of a question, where no
    blanks show its words: 能不能."""
    made = list(found)
    for phrase in _POLITE:
        if phrase in text:
            at = text.index(phrase)
            made = _one_between(text, made, at, at + len(phrase), says=False)
    return made


def _runs(text: str) -> Iterator[list[Word]]:
    """Words of one script that stand side by side."""
    run: list[Word] = []
    for word in words(text):
        is_glued = run and run[-1].end == word.start
        is_parted = run and _parts(text, run[-1], word)
        is_other = run and is_han(run[-1].fold) != is_han(word.fold)
        if not is_glued or is_other or is_parted:
            if run:
                yield run
            run = []
        run.append(word)
    if run:
        yield run


def _parts(text: str, last: Word, word: Word) -> bool:
    """Is one of the two a mark that parts words, with or without blanks? A comma does
    where it stands in no number."""
    marks = {text[last.start], text[word.start]}
    return bool(_ENDS & marks) or ("," in marks and not _in_number(text, last, word))


def _in_number(text: str, last: Word, word: Word) -> bool:
    comma = last if text[last.start] == "," else word
    return _THOUSANDS.match(text[max(0, comma.start - 1) : comma.end + 4]) is not None


def _units_of(text: str, run: Sequence[Word]) -> Iterator[TextUnit]:
    if is_han(run[0].fold):
        at = run[0].start
        for found in chinese.words(text[at : run[-1].end]):
            for word in chinese.peeled(found):
                yield _chinese(word, at)
                at += len(word)
        return
    left, right = 0, len(run)
    while left < right and run[left].is_mark:
        left += 1
    while left < right and run[right - 1].is_mark:
        at = run[right - 1].start
        if is_abbreviation(text, at) or _is_plural_owner(text, at):
            break
        right -= 1
    yield from (_unit(text, word.start, word.end) for word in run[:left])
    if left < right:
        made = _compound(text, run[left].start, run[right - 1].end)
        yield from (_beside_han(text, unit) for unit in made)
    yield from (_unit(text, word.start, word.end) for word in run[right:])


def _is_plural_owner(text: str, at: int) -> bool:
    """Is the mark there the apostrophe of "Farmers' market", and no closing one?"""
    if text[at] not in "'’" or text[at - 1 : at] != "s":
        return False
    is_before_word = text[at + 1 : at + 2] == " " and text[at + 2 : at + 3].isalpha()
    return is_before_word and not _OPENED.search(text, 0, at)


def _chinese(word: str, at: int) -> TextUnit:
    says = is_content(word) and any(map(is_content, word))
    return TextUnit(word, at, at + len(word), False, says, True)


def _compound(text: str, start: int, end: int) -> Iterator[TextUnit]:
    """Latin words that only marks join; a possessive ending is apart."""
    for ending in POSSESSIVE:
        if text.endswith(ending, start, end) and end - start > len(ending):
            yield _unit(text, start, end - len(ending))
            yield TextUnit(ending, end - len(ending), end, False, False, False)
            return
    yield _unit(text, start, end)


def _beside_han(text: str, unit: TextUnit) -> TextUnit:
    """A letter right beside Chinese signs says something: it is no English article."""
    beside = text[unit.start - 1 : unit.start], text[unit.end : unit.end + 1]
    is_glued = len(unit.fold) == 1 and any(map(is_han, filter(None, beside)))
    return replace(unit, is_content=True) if is_glued else unit


def _unit(text: str, start: int, end: int) -> TextUnit:
    fold = fold_marks(text[start:end].casefold())
    is_mark = fold != AND and not any(map(str.isalnum, fold))
    says = not is_mark and is_content(fold) and fold not in NAMING
    return TextUnit(fold, start, end, is_mark, says, False)


def _whole(text: str, found: Sequence[TextUnit]) -> list[TextUnit]:
    """With one unit for each value that ends where its form does; of "3 packs" the
    number alone may be meant."""
    made = list(found)
    forms = (one for one in typed_spans(text) if form_of(one.kind).ends == "form")
    for start, end in (*(one.span for one in forms), *named_days(text)):
        made = _one_between(text, made, start, end)
    return made


def _one_between(
    text: str, found: list[TextUnit], start: int, end: int, *, says: bool = True
) -> list[TextUnit]:
    inside = [n for n, unit in enumerate(found) if start <= unit.start < end]
    if len(inside) < 2 or found[inside[0]].start != start:
        return found
    if found[inside[-1]].end != end:
        return found
    told = text[start:end].casefold()
    one = TextUnit(told, start, end, False, says, any(map(is_han, told)))
    return [*found[: inside[0]], one, *found[inside[-1] + 1 :]]


def _tied(text: str, found: Sequence[TextUnit]) -> list[TextUnit]:
    """Words of two scripts that a mark joins, as in "报告.pdf", as one."""
    made: list[TextUnit] = []
    for unit in found:
        is_tied = len(made) > 1 and _joins(text, made[-1]) and _touch(made[-2:], unit)
        if is_tied and not made[-2].is_mark and not unit.is_mark:
            first = made[-2]
            fold = text[first.start : unit.end].casefold()
            made[-2:] = [
                TextUnit(fold, first.start, unit.end, False, True, first.is_han)
            ]
        else:
            made.append(unit)
    return made


def _joins(text: str, mark: TextUnit) -> bool:
    """As it is written: a Chinese full stop parts."""
    return text[mark.start : mark.end] in JOINTS


def _touch(before: Sequence[TextUnit], unit: TextUnit) -> bool:
    return all(one.end == other.start for one, other in pairwise((*before, unit)))


def _signed(text: str, found: Sequence[TextUnit]) -> Iterator[TextUnit]:
    """With the sign before a number in one unit with it."""
    sign: TextUnit | None = None
    for unit in found:
        if sign and sign.end == unit.start and not unit.is_mark:
            fold = text[sign.start : unit.end].casefold()
            yield TextUnit(fold, sign.start, unit.end, False, True, unit.is_han)
        else:
            if sign:
                yield sign
            if not (unit.is_mark and unit.fold in SIGNS):
                yield unit
        sign = unit if unit.is_mark and unit.fold in SIGNS else None
    if sign:
        yield sign
