"""A recorded path with the values of another task in it.

Both tasks' texts are aligned on the words that they have in common, in order (a longest
common subsequence). A value is a stretch of words that a step holds and that the text
of its own task says; in its place goes what the other text says between the same
neighbours. Nothing else is known of a kind whose runs have no pattern.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote, unquote

from rapidfuzz.distance import LCSseq

from kgmem.language.words import Word, words
from kgmem.matching.anchor_words import is_content, is_han
from kgmem.matching.introducing import introduces
from kgmem.matching.turning import turn_in, turns
from kgmem.model.keys.table_rows import CELLS, OF_PAGE, cells, is_row
from kgmem.model.pattern import Slot
from kgmem.model.trajectory import Element, Step
from kgmem.paths.declared import with_messages, without_messages
from kgmem.paths.row_marks import placeless
from kgmem.paths.step_text import Change, in_element, in_json, in_place, own_texts

MAX_WORDS = 400
"""Words of a field that are looked through for values."""
TOOL = "name"
"""The parameter that says which tool is called: no value of a task."""


@dataclass(frozen=True, slots=True)
class Refilled:
    """A path with other values."""

    steps: tuple[Step, ...]
    """As many as there were."""
    swapped: tuple[tuple[str, str], ...]
    """The values that went and those that came, each pair once."""
    stale: tuple[str, ...]
    """Values that stayed, as the other text says nothing in their place."""
    beyond: tuple[str, ...]
    """What the other text says besides: it may ask for more, or for something else."""
    unsaid: tuple[str, ...] = ()
    """What the learned text says and the other one does not: a step may be there for
    it."""


def refilled(steps: Sequence[Step], learned: str, asked: str) -> Refilled:
    """The steps that were learned of one text for the one that is asked."""
    swap = TextSwap(learned, asked)
    made = tuple(in_step(step, swap) for step in steps)
    swapped, stale = tuple(swap.swapped.items()), tuple(swap.stale)
    return Refilled(made, swapped, stale, tuple(swap.beyond()), tuple(swap.unsaid()))


def in_step(step: Step, swap: "TextSwap") -> Step:
    """The step with other values. Where one of them says which element it is for,
    nothing else that the recorded one alone has is kept of it."""
    made = {key: step.params[key] for key in (TOOL,) if key in step.params}
    value = step.value
    if value is not None:
        is_address = step.does.enters == "address"
        value = swap.in_address(value) if is_address else swap.entered(value)
    params = in_json(without_messages(step.params), swap)
    after = step.page_after
    leads_elsewhere = bool(after and after.url and swap.changes(unquote(after.url)))
    return step.model_copy(
        update={
            "target": _element(step.target, swap),
            "destination": _element(step.destination, swap),
            "value": value,
            "params": {**with_messages(params, step.params, swap.silent()), **made},
            "page_after": None if leads_elsewhere else after,
        }
    )


def _element(element: Element | None, change: Change) -> Element | None:
    if element is None:
        return None
    told = in_element(element, change)
    pairs = zip(element.container, told.container, strict=True)
    around = in_place(_came(old, new) for old, new in pairs)
    is_called_so = [*own_texts(told)] == [*own_texts(element)]
    if is_called_so and not around:
        return element
    if is_called_so and not any(map(is_row, element.container)):
        marks = (*element.locators, OF_PAGE)
        return told.model_copy(update={"container": around, "locators": marks})
    came = told.attributes.items() - element.attributes.items()
    bare = placeless(told)
    attributes = {**bare.attributes, **dict(came)}
    update = {"locators": (), "container": around, "attributes": attributes}
    return bare.model_copy(update=update)


def _came(old: str, new: str) -> str | None:
    """Of what stood around, what other values are in: cells of a row, or all of it."""
    if new == old:
        return None
    pairs = zip(cells(old), cells(new), strict=False)
    return CELLS.join(after for before, after in pairs if before != after)


class TextSwap:
    """Puts the values of one text in the place of another's, and notes them."""

    def __init__(self, learned: str, asked: str) -> None:
        self.swapped: dict[str, str] = {}
        self.stale: dict[str, None] = {}
        self._turns: dict[str, None] = {}
        """What stood in the place of values and asks for more."""
        self._learned, self._asked = learned, asked
        self._mine, self._theirs = words(learned), words(asked)
        self._ours = [word.fold for word in self._mine]
        self._ops = LCSseq.opcodes(self._ours, [word.fold for word in self._theirs])
        self._place = {-1: -1, len(self._ours): len(self._theirs)}
        """Which of their words each common word of ours is, ends included."""
        for block in self._ops.as_matching_blocks():
            self._place.update((block.a + n, block.b + n) for n in range(block.size))
        self._first: dict[str, list[int]] = {}
        for n, fold in enumerate(self._ours):
            self._first.setdefault(fold, []).append(n)

    def __call__(self, field: str) -> str:
        """The field with each value replaced; a value without a counterpart stays."""
        parts, end = [], 0
        for start, stop, other in self._changes(field):
            if other is None:
                self.stale[field[start:stop]] = None
            else:
                self.swapped[field[start:stop]] = other
                parts += [field[end:start], other]
                end = stop
        return "".join([*parts, field[end:]])

    def silent(self) -> "TextSwap":
        """One that does the same and notes it elsewhere: for what explains nothing."""
        return TextSwap(self._learned, self._asked)

    def beyond(self) -> Iterator[str]:
        """What the asked text says and the learned one does not, beside the values that
        came: also a little word in the place of another one ("without" for "with")."""
        yield from self._turns
        came = tuple(self.swapped.values())
        for op in self._ops:
            added = self._theirs[op.dest_start : op.dest_end]
            if op.tag == "equal" or not any(_counts(word.fold) for word in added):
                continue
            told = rest = _between(self._asked, added)
            for known in (*came, *self._turns):
                rest = "" if rest in known else rest.replace(known, " ")
            if any(_counts(word.fold) for word in words(rest)):
                yield told

    def unsaid(self) -> Iterator[str]:
        """What the learned text says, for which the asked one has nothing in its place,
        beside values that stay."""
        came = {op.src_start for op in self._ops if op.tag == "insert"}
        for op in self._ops:
            gone = self._mine[op.src_start : op.src_end]
            if op.tag != "delete" or not any(is_content(word.fold) for word in gone):
                continue
            if came & {op.src_start, op.src_end}:
                continue  # something else stands there, as in a replacement
            told = _between(self._learned, gone)
            if not any(told in value or value in told for value in self.stale):
                yield told

    def entered(self, value: str) -> str:
        """The same of what is entered: one that the learned text writes like that is
        written as the asked text writes it, `admin` for `Admin`."""
        said = words(value)
        i, length = self._longest(said, 0) if said else (0, 0)
        if length < len(said) or not length or not self._is_kept(i, i + length):
            return self(value)
        at = self._place[i]
        other = _between(self._asked, self._theirs[at : at + length])
        if _between(self._learned, self._mine[i : i + length]) != value != other:
            return value
        if other != value:
            self.swapped[value] = other
        return other

    def in_address(self, url: str) -> str:
        """The same of an address, in which values are encoded."""
        plain = unquote(url)
        told = self(plain)
        return url if told == plain else quote(told, safe=":/?#[]@!$&'()*+,;=%")

    def changes(self, field: str) -> bool:
        """Does it hold a value that is another one now, or not known?"""
        return any(True for _ in self._changes(field))

    def _changes(self, field: str) -> Iterator[tuple[int, int, str | None]]:
        """Characters [start, stop) of the field that hold a value of the learned text
        which the asked one does not have there, and what it has."""
        found = words(field)[:MAX_WORDS]
        for first, last, (i, j) in self._stretches(found):
            if self._is_kept(i, j) or not _tells(found[first:last], len(found)):
                continue
            value = field[found[first].start : found[last - 1].end]
            other = self._counterpart(i, j, value)
            if other is None or [w.fold for w in words(other)] != self._ours[i:j]:
                yield found[first].start, found[last - 1].end, other

    def _stretches(
        self, field: Sequence[Word]
    ) -> Iterator[tuple[int, int, tuple[int, int]]]:
        """Words [first, last) of the field that are words [i, j) of the learned text:
        the longest such stretches from left to right."""
        n = 0
        while n < len(field):
            i, length = self._longest(field, n)
            if length:
                yield n, n + length, (i, i + length)
            n += max(length, 1)

    def _longest(self, field: Sequence[Word], n: int) -> tuple[int, int]:
        found = (
            (i, self._run(field, n, i)) for i in self._first.get(field[n].fold, ())
        )
        return max(found, key=lambda one: one[1], default=(0, 0))

    def _run(self, field: Sequence[Word], n: int, i: int) -> int:
        length = 0
        while (
            n + length < len(field)
            and i + length < len(self._ours)
            and field[n + length].fold == self._ours[i + length]
        ):
            length += 1
        return length

    def _is_kept(self, i: int, j: int) -> bool:
        """Does the asked text say these words, too, one after the other?"""
        places = [self._place.get(n) for n in range(i, j)]
        first = places[0]
        return first is not None and places == [*range(first, first + j - i)]

    def _counterpart(self, i: int, j: int, value: str) -> str | None:
        """What the asked text has between the neighbours of words [i, j), as far as it
        is like the value and asks for nothing else; None where one of the neighbours
        is no common word, or nothing is left."""
        before, after = self._place.get(i - 1), self._place.get(j)
        if before is None or after is None or after <= before + 1:
            return None
        found = _between(self._asked, self._theirs[before + 1 : after])
        like = Slot(slot_id="", name="value", kind="text", examples=(value,))
        if turn := turn_in(like, found):
            self._turns[turn] = None
            found = found[: -len(turn)].rstrip()
        return found or None


def _between(text: str, said: Sequence[Word]) -> str:
    return text[said[0].start : said[-1].end]


def _counts(fold: str) -> bool:
    """Does the word say something, turn a request, or say what a value is for?"""
    return is_content(fold) or turns(fold) or introduces(fold)


def _tells(stretch: Sequence[Word], of: int) -> bool:
    """May it be a value: the whole field, or more than little words and a single sign
    of a Chinese word?"""
    said = [word for word in stretch if not word.is_mark]
    if len(stretch) == of:
        return bool(said)
    if len(said) == 1 and is_han(said[0].fold):
        return False
    return any(is_content(word.fold) for word in said)
