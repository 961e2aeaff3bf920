"""How well a piece of text fits a slot: by its kind, and by the looks of examples."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from kgmem.language.clauses import clause_starts
from kgmem.language.items import split_items
from kgmem.language.read_text import part_of_text
from kgmem.language.typed import kind_of
from kgmem.language.vocabulary import word_set
from kgmem.language.words import folds
from kgmem.matching.anchor_words import (
    FUNCTION,
    NEGATIONS,
    NEVER_FIRST,
    NEVER_LAST,
    is_han,
)
from kgmem.matching.transform import option_made
from kgmem.model.kind import form_of
from kgmem.model.option import Option
from kgmem.model.pattern import Slot
from kgmem.tuning import tuned

_TUNED = tuned("matching.value_fit")

EMPTY = 1.0
ILL_TYPED = _TUNED["ill_typed"]
NEVER_SEEN = _TUNED["never_seen"]
UNLIKE = _TUNED["unlike"]
"""Losses, in content words: of a value that is missing, is of another kind, stands
where all examples are empty, looks as no example does."""
LENGTH = _TUNED["length"]
"""Share of UNLIKE for each doubling of the words beyond the longest example, or below
the shortest."""
ENOUGH_EXAMPLES = 4
"""Examples of one kind from which on the kind is no guess."""
MAX_EXAMPLES = 30
MAX_SEEN = 60
"""Words of a value whose looks are examined."""
PROSE = 8
"""Words of an example from which on values may be whole sentences."""

_BETWEEN_NUMBERS = frozenset("-–—~.,") | word_set("numeral.between")
_JOINTS = frozenset(",;") | word_set("item.joining")
_COMMA = re.compile(r"[，；]|[,;](?!\S)")
_SAME_MARK = str.maketrans(
    dict.fromkeys("“”„«»「」『』", '"')
    | dict.fromkeys("‘’", "'")
    | {"。": ".", "、": ","}
)


def fold_marks(fold: str) -> str:
    """A folded word with Chinese and typographic marks as plain ones."""
    return fold.translate(_SAME_MARK)


@dataclass(frozen=True)
class SlotText:
    """A piece of text in a slot's place."""

    text: str
    folds: tuple[str, ...]

    @cached_property
    def key(self) -> str:
        """The form in which two spellings are the same value."""
        return " ".join(self.folds)

    @cached_property
    def looks(self) -> tuple[bool, ...]:
        """Which of LOOKS it has."""
        return tuple(has(self) for has, _ in LOOKS)

    @cached_property
    def kind(self) -> str:
        """Its kind by itself."""
        return kind_of(self.text)

    def any_word(self, test: Callable[[str], bool]) -> bool:
        """Does one of its first words pass?"""
        return any(map(test, self.folds[:MAX_SEEN]))

    def has_one_of(self, words: frozenset[str]) -> bool:
        """Is one of its first words among these?"""
        return not words.isdisjoint(self.folds[:MAX_SEEN])


def option_for(slot: Slot, value: SlotText) -> Option | None:
    """The option of the slot's list that the value means."""
    return option_made(value.text, slot.options, slot.transform)


def is_offered(slot: Slot, value: SlotText) -> bool:
    """Can it be chosen, as far as is known: is it an option, does a run show that it
    was one, or may the list have others?"""
    if not slot.is_closed or is_example(slot, value):
        return True
    return option_for(slot, value) is not None


@part_of_text
def said(text: str) -> SlotText:
    """The text as a value; patterns that a task fits ask for the same ones."""
    return SlotText(text.strip(), tuple(map(fold_marks, folds(text))))


def _has_digit(value: SlotText) -> bool:
    return any(map(str.isdigit, "".join(value.folds[:MAX_SEEN])))


def _is_range(value: SlotText) -> bool:
    """Is it numbers with what may stand between two of them: 2-3, 4 to 5, 2 到 3?"""
    return _has_digit(value) and all(
        word.isdecimal() or word in _BETWEEN_NUMBERS for word in value.folds
    )


def _has_capital(value: SlotText) -> bool:
    return value.text[:1].isupper()


def _is_chinese(value: SlotText) -> bool:
    return value.any_word(is_han)


def _is_latin(value: SlotText) -> bool:
    return value.any_word(lambda word: word.isascii() and word[:1].isalpha())


def _is_joint(value: SlotText) -> bool:
    return value.has_one_of(_JOINTS)


def _is_negated(value: SlotText) -> bool:
    return value.has_one_of(NEGATIONS)


def _has_quotes(value: SlotText) -> bool:
    return '"' in value.folds[:MAX_SEEN]


def _begins_loosely(value: SlotText) -> bool:
    return value.folds[0].isascii() and value.folds[0] in FUNCTION


def _is_torn(value: SlotText) -> bool:
    return value.folds[0] in NEVER_FIRST or value.folds[-1] in NEVER_LAST


LOOKS: tuple[tuple[Callable[[SlotText], bool], float], ...] = (
    (_has_digit, 0.4),
    (_has_capital, 0.2),
    (_is_chinese, 0.4),
    (_is_latin, 0.2),
    (_is_joint, 0.3),
    (_is_negated, 2.0),
    (_has_quotes, 0.2),
    (_begins_loosely, 0.3),
    (_is_torn, 1.0),
)
"""What can be seen of a value that has words, each with the share of UNLIKE that it
loses where no example looks so, or all do but this value."""


@dataclass(frozen=True, slots=True)
class Family:
    """What examples of one slot have in common."""

    known: frozenset[str]
    """Their keys."""
    prices: tuple[tuple[float, float], ...]
    """For each of LOOKS: what is lost without it and with it."""
    shortest: int
    longest: int
    """Words."""
    trust: float
    """n / (n + 1) of n examples."""
    closing: str
    """The Chinese sign that all of several end with, such as 线 of F05线."""
    is_prose: bool
    """Are there examples that say more than one thing?"""
    _costs: dict[tuple[bool, ...], float] = field(
        default_factory=dict, repr=False, compare=False
    )
    """By the looks of values: what they cost."""

    def loss(self, value: SlotText) -> float:
        """0 for a value that looks like the examples, up to UNLIKE."""
        size = len(value.folds)
        beyond = max(size / self.longest, self.shortest / size)
        loss = LENGTH * math.log2(beyond) if beyond > 1 else 0.0
        loss += self._cost(value.looks)
        return UNLIKE * min(1.0, self.trust * loss)

    def _cost(self, looks: tuple[bool, ...]) -> float:
        cost = self._costs.get(looks)
        if cost is None:
            pairs = zip(looks, self.prices, strict=True)
            cost = self._costs[looks] = sum(price[has] for has, price in pairs)
        return cost


@lru_cache(8192)
def family(examples: tuple[str, ...]) -> Family | None:
    """What the examples have in common; None if all are empty."""
    given = [one for one in map(said, examples[:MAX_EXAMPLES]) if one.folds]
    if not given:
        return None
    columns = zip(*(one.looks for one in given), strict=True)
    sizes = [len(one.folds) for one in given]
    lasts = {one.folds[-1] for one in given}
    last = lasts.pop() if len(lasts) == 1 and len(given) > 1 else ""
    return Family(
        known=frozenset(said(example).key for example in examples),
        prices=tuple(
            (price * all(column), price * (not any(column)))
            for (_, price), column in zip(LOOKS, columns, strict=True)
        ),
        shortest=min(sizes),
        longest=max(sizes),
        trust=len(given) / (len(given) + 1),
        closing=last if is_han(last) else "",
        is_prose=max(sizes) >= PROSE or any(clause_starts(one.text) for one in given),
    )


def value_loss(slot: Slot, value: SlotText) -> float:
    """What is lost with this value in the slot, in content words: 0 for one that an
    example has."""
    if not value.folds:
        return 0.0 if may_be_empty(slot) else EMPTY
    if not slot.is_list:
        return _loss(slot, value)
    return max((_loss(slot, item) for item in _items(slot, value)), default=0.0)


def _items(slot: Slot, value: SlotText) -> list[SlotText]:
    """The items of a list, else the value alone."""
    if not slot.is_list:
        return [value]
    items, _ = split_items(value.text, slot.examples, at_blanks=True)
    return [said(item) for item in items]


def _loss(slot: Slot, value: SlotText) -> float:
    alike = family(slot.examples)
    if (alike is not None and value.key in alike.known) or option_for(slot, value):
        return 0.0
    if not _is_of_kind(slot, value):
        return ILL_TYPED
    if alike is None:
        return NEVER_SEEN if slot.examples else 0.0
    return alike.loss(value)


def quoted_loss(slot: Slot, value: SlotText) -> float:
    """The same for a value between quotation marks: they say where it ends, so its
    looks tell nothing; its kind does only if it is sure."""
    if not value.folds:
        return 0.0 if may_be_empty(slot) else EMPTY
    return 0.0 if is_well_typed(slot, value, is_quoted=True) else ILL_TYPED


def may_have_comma(slot: Slot) -> bool:
    """May a value have parts that commas divide? One example that has may be an
    accident, and what stands behind the comma a further wish."""
    if slot.is_list:
        return True
    having = sum(bool(_COMMA.search(one)) for one in slot.examples)
    return having > 1 or 0 < having == len(slot.examples)


def may_be_empty(slot: Slot) -> bool:
    """Is no value at all a value of the slot?"""
    return slot.is_list or "" in slot.examples


def is_known(slot: Slot, value: SlotText) -> bool:
    """Is it one of the slot's examples, or of its list's options?"""
    return is_example(slot, value) or option_for(slot, value) is not None


def is_example(slot: Slot, value: SlotText) -> bool:
    """Is it one of the slot's examples?"""
    return value.key in known_keys(slot)


def known_keys(slot: Slot) -> frozenset[str]:
    """The keys of the slot's examples."""
    alike = family(slot.examples)
    return frozenset() if alike is None else alike.known


def is_well_typed(slot: Slot, value: SlotText, *, is_quoted: bool = False) -> bool:
    """Can it be a value of the slot's kind, each item of a list? Between quotation
    marks stands anything, unless many examples or a form that is no accident say
    otherwise."""
    if slot.is_closed:
        return all(is_offered(slot, item) for item in _items(slot, value))
    if is_quoted and _is_guess(slot) and not _is_certain(slot, value):
        return True
    return all(_is_well_typed(slot, item) for item in _items(slot, value))


def _is_certain(slot: Slot, value: SlotText) -> bool:
    return form_of(slot.kind).is_certain or form_of(value.kind).is_certain


def _is_guess(slot: Slot) -> bool:
    """Are there too few examples to know the slot's kind?"""
    return len(slot.examples) < ENOUGH_EXAMPLES


def _is_well_typed(slot: Slot, value: SlotText) -> bool:
    return _is_of_kind(slot, value) or is_known(slot, value)


def _is_of_kind(slot: Slot, value: SlotText) -> bool:
    """Can it be one, whatever the examples are?"""
    if slot.is_closed:
        return option_for(slot, value) is not None
    wanted = form_of(slot.kind)
    if not wanted.has_form:
        return True
    given = form_of(value.kind)
    if given.is_secret:
        return True
    if wanted.has_unit and _is_measured(slot, value):
        return True
    if wanted.may_be_range and _is_range(value) and not given.is_certain:
        return True
    if wanted.may_be_word and len(value.folds) == 1:
        return True
    return value.kind == slot.kind or value.kind in wanted.told_as


def _is_measured(slot: Slot, value: SlotText) -> bool:
    """Is it a number with no more words before and behind it than an example has?"""
    own = _beside_number(value)
    seen = [beside for one in slot.examples if (beside := _beside_number(said(one)))]
    if own is None or not seen:
        return own is not None
    return any(own[0] <= before and own[1] <= behind for before, behind in seen)


def _beside_number(value: SlotText) -> tuple[int, int] | None:
    """How many words stand before and behind its numbers."""
    at = [n for n, word in enumerate(value.folds) if any(map(str.isdigit, word))]
    return (at[0], len(value.folds) - 1 - at[-1]) if at else None


def is_sure(slot: Slot, value: SlotText, *, ends: bool) -> bool:
    """Does the value alone tell that it is one of the slot's, and `ends` there?"""
    if not value.folds or is_known(slot, value):
        return may_be_empty(slot) or bool(value.folds)
    alike = family(slot.examples)
    closing = alike.closing if alike else ""
    if closing and closing != value.folds[-1]:
        return False
    if form_of(slot.kind).has_form:
        return is_well_typed(slot, value)
    return ends and bool(closing)


def is_sure_border(left: Slot, before: SlotText, right: Slot, behind: SlotText) -> bool:
    """Does a value tell by itself where it ends, or the next one where it begins?"""
    return is_sure(left, before, ends=True) or is_sure(right, behind, ends=False)


def tells_itself(slot: Slot, value: SlotText) -> bool:
    """Is it the slot's, whatever stands around it: one of its examples, or of its kind
    by a form that is no accident?"""
    has_form = form_of(slot.kind).is_certain and value.kind == slot.kind
    return has_form or is_known(slot, value)


def is_prose(slot: Slot) -> bool:
    """May a value be a sentence or more?"""
    alike = family(slot.examples)
    return form_of(slot.kind).is_prose or (alike is not None and alike.is_prose)
