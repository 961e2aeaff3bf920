"""Words that turn a request into another one, or add to it: "Bob tomorrow".

Inside a value they speak of something beside it, unless known values of the slot have
such words, too.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice

from kgmem.language import chinese
from kgmem.language.intent import intent_of
from kgmem.language.named_days import is_day, named_days
from kgmem.language.numerals import read_whole
from kgmem.language.read_text import part_of_text
from kgmem.language.typed import Typed, kind_of, typed_spans
from kgmem.language.vocabulary import roles, word_set, words
from kgmem.language.words import Word
from kgmem.language.words import words as words_of
from kgmem.matching.anchor_words import is_han
from kgmem.matching.assigning.pieces import pieces
from kgmem.model.kind import form_of
from kgmem.model.pattern import Slot

VERB_FORMS = word_set("verb_form")
"""Forms of verbs that tell what somebody does."""
TABLE = "turning"
ANYWHERE = frozenset(words(f"{TABLE}_anywhere.roles"))
"""Roles whose words count outside of values, too; others hold sentences together."""
AT_ONCE = frozenset({"negation", "condition", "repetition", "superlative"})
"""Roles whose words also count at a value's beginning: nothing is called "not Bob",
"all my files" or "cheapest tea"."""
UNLESS_BIG = frozenset({"superlative"})
"""Those whose words may be names where they begin with a capital letter."""
ADDING = frozenset({"addition"})
"""Roles of what stands between the items of a list."""
ASIDE = "aside"
"""The role of what is put in brackets behind something."""
NO_VALUE = frozenset({"condition"})
"""Those whose words are no value by themselves, as "no" is."""
FIRST = " at the beginning"
LAST = " at the end"
"""Behind the role of a word that a value begins or ends with: "not spicy" is no reason
to take "mild, do not send" for a value."""
_ASIDE = re.compile(r"(?<=[^\W_])\s{0,3}[(（\[【]")
_BRACKET = re.compile(r"\s*[(（\[【]([^()（）\[\]【】]+)[)）\]】]")
MOST_CALLED = 3
"""Words in brackets that may be a part of what something is called."""
_JOINTS = frozenset("-_")
"""Marks that make one word of those beside them: in `save-to-disk` none turns."""
_OF_OTHERS = re.compile(r"(?<!\w)(\w+)['’]s\s(?=[^\W\d_])")
"""Whose something is, in front of a word: "Bob's team"."""
_OWNER = word_set("marker.owner")
SPOKEN = frozenset({"relation", "asking"})
"""Roles of words that hold a sentence together, beside its values."""
JOINING = ADDING | {"order", ASIDE}
"""Roles of what joins several requests, or the parts of one, or explains a word."""
GOING_ON = frozenset().union(
    *map(word_set, (f"{TABLE}.addition", f"{TABLE}.order", "contrast"))
)
"""Words that a further request, or the next value, begins with."""
TIME = "time"
"""The role of dates and times of day, too."""
COUNT = "count"
"""The role of quantities in Chinese characters, such as 两间."""
_ASKING_MARKS = "?？"


def turn_in(slot: Slot, value: str) -> str | None:
    """The value's part from the first word on that no value of the slot has the like
    of, or not so many of, or not at its end; all of it where it begins with a number of
    things, as no other; None where it has no such word."""
    if turned := _turned(slot, value):
        return None if _is_address(value) else turned
    is_new = _is_counted(value) and not any(map(_is_counted, slot.examples))
    return value if is_new else None


def _is_address(value: str) -> bool:
    """Is it as a whole what holds no words: a mail address or one of a page?"""
    form = form_of(kind_of(value))
    return form.is_certain and not (form.is_moment or form.has_unit)


def _turned(slot: Slot, value: str) -> str | None:
    for found_at in (_negated_at, _owned_at, _asked_at):
        if (at := found_at(value)) and not any(map(found_at, slot.examples)):
            return value[at:]
    turning = sorted(set(_turns(value)))
    if not turning or (is_moment(value) and any(map(is_moment, slot.examples))):
        return None
    left = Counter(_most(slot.examples))
    for at, role in turning:
        left[role] -= 1
        is_joint = slot.is_list and role.removesuffix(LAST) in ADDING
        if left[role] < 0 and not is_joint:
            return value[at:]
    return None


def is_aside(slot: Slot, value: str) -> bool:
    """May what stands at a text's end, with nothing that introduces it, rather be a
    further request than the slot's value: does it begin with a word that turns a
    request, or is it a time or a quantity, as no value of the slot?"""
    return _stands_alone(value) and not any(map(_stands_alone, slot.examples))


def _stands_alone(value: str) -> bool:
    first = next((fold for _, fold in _pieces(value)), "")
    is_turning = bool(_roles().get(first, frozenset()) - SPOKEN)
    return is_turning or is_day(value) or form_of(kind_of(value)).has_form


@part_of_text
def _negated_at(value: str) -> int:
    """Where a Chinese negation stands within the value; 0 for nowhere. What looks like
    a name may hide one."""
    found = [value.find(word, 1) for word in _negations()]
    if max(found, default=-1) < 0:
        return 0
    sure = [at for at, word in zip(found, _negations(), strict=True) if len(word) > 1]
    if max(sure, default=-1) > 0:
        return min(at for at in sure if at > 0)
    at = 0
    for word in chinese.known_words(value):
        if at and "negation" in _roles().get(word, ()):
            return at
        at += len(word)
    return 0


def _owned_at(value: str) -> int:
    """Where something stands that is of the one named before, and is no part of a name:
    "Bob's team", not "Joe's Diner" or "men's shoes"; 0 for nowhere."""
    found = _OF_OTHERS.search(value)
    if not found or found[1][0].islower():
        return 0
    return found.end() if value[found.end()].islower() else 0


@part_of_text
def _is_counted(value: str) -> bool:
    """Does it begin with a number of the things that it names: "two double rooms"?"""
    found = list(islice(_pieces(value), 2))
    if len(found) < 2 or read_whole(found[0][1]) is None:
        return False
    if is_day(value) or form_of(kind_of(value)).has_form:
        return False  # a quantity is one value: "6 ft"
    first = (typed.kind for typed in typed_spans(value) if not typed.span[0])
    return not any(form_of(kind).is_moment for kind in first)


def _asked_at(value: str) -> int:
    """Where a question mark stands within the value; 0 for nowhere."""
    return max(0, *(value.find(mark) for mark in _ASKING_MARKS))


def roles_in(text: str) -> frozenset[str]:
    """The roles of all its words that turn a request, wherever they stand."""
    found = (role for _, role in _turning(text, whole=True))
    return frozenset(role for role in found if not role.endswith(LAST)) - SPOKEN


@lru_cache(1 << 12)
def turns(fold: str) -> bool:
    """Does the folded word turn a request wherever it stands?"""
    return not ANYWHERE.isdisjoint(_roles()[fold]) if fold in _roles() else False


@lru_cache(1 << 13)
def _most(examples: tuple[str, ...]) -> Counter[str]:
    """By role the most words that one of the examples has; what one begins with says
    nothing of what others may go on with."""
    most = Counter[str]()
    for one in examples:
        most |= Counter(role for _, role in set(_turns(one)))
    return most


@part_of_text
def is_moment(value: str) -> bool:
    """Is it nothing but days and times: "tomorrow", "next week", 12月24日18:00?"""
    if is_day(value) or form_of(kind_of(value)).is_moment:
        return True
    told = [t.span for t in typed_spans(value) if form_of(t.kind).is_moment]
    told += named_days(value)
    left = "".join(
        "|" if any(start <= at < end for start, end in told) else sign
        for at, sign in enumerate(value)
    )
    times = (TIME in _roles().get(fold, ()) for _, fold in _pieces(left))
    return bool(value) and all(times)


@part_of_text
def _turns(value: str) -> tuple[tuple[int, str], ...]:
    return _turning(value, whole=False)


def _turning(value: str, *, whole: bool) -> tuple[tuple[int, str], ...]:
    """Where words of which roles stand in the value; not the first one, of which the
    value may be made, unless it is one of AT_ONCE, or the value is looked at as a
    `whole`. One at its end is told once more, as such."""
    found = list(_pieces(value)) if _may_turn(value) else []
    several = len(found) > 1
    told = [
        (at, at + len(fold), role if n or whole else role + FIRST)
        for n, (at, fold) in enumerate(found)
        if not _is_in_name(value, found, n)
        for role in sorted(_roles().get(fold, ()))
        if not (role in UNLESS_BIG and value[at].isupper())
        if (several and (n or whole or role in AT_ONCE)) or role in NO_VALUE
    ]
    told += [
        (mark.start(), mark.end(), ASIDE)
        for mark in _ASIDE.finditer(value)
        if not _is_called(value, mark.start())
    ]
    told += [
        (*typed.span, TIME if form.is_moment else COUNT)
        for typed in typed_spans(value)
        if (form := form_of(typed.kind)).is_moment
        or (form.has_unit and is_han(value[typed.span[0]]))
        if whole or typed.span[0]
    ]
    last = [(at, role + LAST) for at, end, role in told if _is_end(value, end)]
    return tuple(sorted([*((at, role) for at, _, role in told), *last]))


def _is_called(value: str, at: int) -> bool:
    """Are the brackets there a part of what something is called, as its branch, kind or
    code: few words of which none turns a request or is a verb, and no time or
    quantity?"""
    found = _BRACKET.match(value, at)
    if found is None or any(map(_measures, typed_spans(found[1]))):
        return False
    folds = [fold for _, fold in _pieces(found[1])]
    return 0 < len(folds) <= MOST_CALLED and not any(map(_may_ask, folds))


def _measures(typed: Typed) -> bool:
    form = form_of(typed.kind)
    return form.is_moment or form.has_unit


def _may_ask(fold: str) -> bool:
    is_verb = fold in VERB_FORMS or intent_of(fold) is not None
    return is_verb or bool(_roles().get(fold))


def _may_turn(value: str) -> bool:
    """Is there a word that turns anywhere in it, as letters? To cut Chinese into words
    takes long, and most values have none."""
    folds = [word.fold for word in words_of(value)]
    known = _roles()
    if any(fold in known for fold in folds):
        return True
    return _han_roles().search("".join(folds)) is not None


def _is_end(value: str, at: int) -> bool:
    return not any(map(str.isalnum, value[at:]))


def _is_in_name(value: str, found: Sequence[tuple[int, str]], n: int) -> bool:
    """Does a little word tie two capitalized ones, as in "Bank of England"?"""
    if found[n][1] not in _OWNER or not 0 < n < len(found) - 1:
        return False
    return all(value[found[beside][0]].isupper() for beside in (n - 1, n + 1))


def _pieces(value: str) -> Iterator[tuple[int, str]]:
    """The folded words with their places: Chinese as it is cut into words."""
    for han, run in groupby(pieces(value), key=lambda one: is_han(one.fold[0])):
        listed = list(run)
        yield from ((w.start, w.fold) for w in listed) if han else _tied(listed)


def _tied(found: Sequence[Word]) -> Iterator[tuple[int, str]]:
    """The words with their places, those that joints tie as one."""
    start, fold, end, is_tied = -1, "", -1, False
    for word in found:
        if word.is_mark:
            is_tied = word.fold in _JOINTS and word.start == end
            end = word.end if is_tied else -1
        elif is_tied and word.start == end:
            fold, end, is_tied = f"{fold}-{word.fold}", word.end, False
        else:
            if fold:
                yield start, fold
            start, fold, end, is_tied = word.start, word.fold, word.end, False
    if fold:
        yield start, fold


@lru_cache(1)
def _han_roles() -> re.Pattern[str]:
    return re.compile("|".join(re.escape(word) for word in _roles() if _is_han(word)))


@lru_cache(1)
def _negations() -> tuple[str, ...]:
    """The Chinese ones."""
    found = _roles().items()
    return tuple(word for word, told in found if "negation" in told and _is_han(word))


def _is_han(word: str) -> bool:
    return any(map(is_han, word))


@lru_cache(1)
def _roles() -> dict[str, frozenset[str]]:
    """Roles by word, in all languages."""
    found: dict[str, set[str]] = {}
    for role in roles(TABLE):
        for word in word_set(f"{TABLE}.{role}"):
            found.setdefault(word, set()).add(role)
    return {word: frozenset(told) for word, told in found.items()}
