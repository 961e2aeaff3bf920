"""What stands around a slot's holes in a pattern's wordings, and what its values have
in common."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kgmem.language.named_days import is_day
from kgmem.language.stemming import stem
from kgmem.language.typed import kind_of
from kgmem.language.words import folds
from kgmem.matching.anchor_words import is_content
from kgmem.matching.assigning.unit_tells import (
    acts,
    field_of,
    is_frayed,
    is_sign,
    leads,
    marker_of,
    mixed_ends,
    trails,
)
from kgmem.matching.assigning.units import units
from kgmem.matching.sentence import QUOTES
from kgmem.matching.turning import VERB_FORMS
from kgmem.matching.value_fit import SlotText, fold_marks, known_keys, option_for
from kgmem.model.kind import form_of
from kgmem.model.pattern import Slot
from kgmem.model.texts.template import Hole, parts


@dataclass(frozen=True, slots=True)
class SlotContext:
    """What stands around a slot's holes, and what its values have in common."""

    slot: Slot
    is_quoted: bool
    before: frozenset[str]
    """Stems of the words right before it, of the content words next before it, and of
    its name."""
    after: frozenset[str]
    is_parted: bool
    """Does a word or a mark stand before it in each wording that has it?"""
    markers: frozenset[str]
    """What little words before it say that it is."""
    place: int
    """Its hole's number in the first wording that has it."""
    is_optional: bool
    """Does a wording lack it?"""
    formed: frozenset[str]
    """Its kind and those of its examples by themselves, as far as they have a form."""
    length: float
    """Words of an example, on average; at least 1."""
    begin_big: bool
    """Do all examples begin with a capital letter?"""
    acts: int
    """Verbs in an example, at most."""
    is_day: bool
    """Does an example name a day?"""
    known: frozenset[str]
    """Keys of the examples."""
    fields: frozenset[str]
    """What its name says that a field holds."""
    called: tuple[str, ...]
    """The words of its name, of more than one sign, that no example begins with."""
    is_labelled: bool
    """Does an example begin with a word for what a field holds?"""
    tells: bool
    """Does an example hold a verb form?"""
    begins_frayed: frozenset[bool]
    """Of those that begin with what few values begin with: is it a Chinese sign?"""
    is_led: bool
    """Does an example begin with a word that mostly stands before a value,"""
    is_trailed: bool
    """and does one end with a particle?"""
    mixed: tuple[bool, bool]
    """Has an example a plain word beside names as its first one, and as its last?"""
    ends: frozenset[str]
    """Stems of the words, or Chinese signs, that examples end with; no numbers."""

    def knows(self, value: SlotText) -> bool:
        """Is it one of the examples, or of the list's options?"""
        if value.key in self.known:
            return True
        return bool(self.slot.options) and option_for(self.slot, value) is not None


def slot_context(slot: Slot, wordings: Sequence[str]) -> SlotContext | None:
    """What stands around the slot; None where no wording has it."""
    around = [pair for wording in wordings for pair in _around(wording, slot.name)]
    if not around:
        return None
    name = {stem(word) for word in folds(slot.name) if word[:1].isalnum()}
    before = [[stem(f) for f in folds(left) if is_content(f)] for left, _ in around]
    after = [[stem(f) for f in folds(right) if is_content(f)] for _, right in around]
    nearest = [[f for f in folds(left) if f[:1].isalnum()] for left, _ in around]
    mixed = [mixed_ends(one, units(one)) for one in slot.examples]
    sizes = [len(folds(one)) for one in slot.examples]
    return SlotContext(
        slot,
        any(fold_marks(left[-1:]) in QUOTES for left, _ in around if left),
        frozenset(found[-1] for found in before if found)
        | {stem(found[-1]) for found in nearest if found}
        | name,
        frozenset(found[0] for found in after if found),
        all(left.strip() for left, _ in around),
        frozenset(filter(None, (marker_of(units(left)) for left, _ in around))),
        min(_places(wordings, slot.name)),
        any(slot.name not in _holes(wording) for wording in wordings),
        _formed(slot),
        max(1.0, sum(sizes) / max(1, len(sizes))),
        bool(slot.examples) and all(one[:1].isupper() for one in slot.examples),
        max(
            (sum(acts(u.fold) for u in units(one)) for one in slot.examples), default=0
        ),
        any(map(is_day, slot.examples)),
        known_keys(slot),
        frozenset(_fields(slot)),
        tuple(_called(slot)),
        any(field_of(u.fold) for one in slot.examples for u in units(one)[:1]),
        any(u.fold in VERB_FORMS for one in slot.examples for u in units(one)),
        frozenset(
            is_sign(u) for one in slot.examples for u in units(one)[:1] if is_frayed(u)
        ),
        any(leads(u) for one in slot.examples for u in units(one)[:1]),
        any(trails(u) for one in slot.examples for u in units(one)[-1:]),
        (any(first for first, _ in mixed), any(last for _, last in mixed)),
        frozenset(_ends(slot)),
    )


def begun_with(called: Iterable[str], value: str) -> str | None:
    """The first of these words that the folded value begins with, and goes on."""
    said = value.casefold()
    words = (word for word in called if said != word and said.startswith(word))
    return next((word.strip() for word in words), None)


def _called(slot: Slot) -> Iterator[str]:
    """The words of its name, of more than one sign, that no example begins with."""
    begun = [one.casefold() for one in slot.examples]
    for unit in units(slot.name.replace("_", " ")):
        word = unit.fold if unit.is_han else f"{unit.fold} "
        if len(unit.fold) > 1 and not any(one.startswith(word) for one in begun):
            yield word


def _fields(slot: Slot) -> Iterator[str]:
    """What its name, or a word of it, says that a field holds."""
    words = (unit.fold for unit in units(slot.name.replace("_", " ")))
    yield from filter(None, map(field_of, (slot.name.casefold(), *words)))


def _ends(slot: Slot) -> Iterator[str]:
    for one in slot.examples:
        last = next(iter(folds(one)[-1:]), "")
        if last.isalpha():
            yield stem(last)


def _formed(slot: Slot) -> frozenset[str]:
    kinds = {slot.kind, *map(kind_of, slot.examples)}
    return frozenset(kind for kind in kinds if form_of(kind).has_form)


def _places(wordings: Sequence[str], name: str) -> Iterator[int]:
    for wording in wordings:
        names = _holes(wording)
        if name in names:
            yield names.index(name)
            return


def _holes(wording: str) -> list[str]:
    return [part.slot for part in parts(wording) if isinstance(part, Hole)]


def _around(wording: str, name: str) -> Iterator[tuple[str, str]]:
    """The literal texts before and after each of the slot's holes."""
    found = ["", *parts(wording), ""]
    for n, part in enumerate(found):
        if isinstance(part, Hole) and part.slot == name:
            left, right = found[n - 1], found[n + 1]
            yield (
                left if isinstance(left, str) else "",
                right if isinstance(right, str) else "",
            )
