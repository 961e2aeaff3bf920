"""What the holes of a path are filled with."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kgmem.matching.transform import apply, count_in
from kgmem.model.pattern import Slot, joined
from kgmem.model.texts.template import Hole
from kgmem.model.values import unfit
from kgmem.model.values.unfit import MAX_ROUNDS
from kgmem.paths.path_parts import Filled

Bound = str | list[str]


@dataclass(frozen=True, slots=True)
class SlotValues:
    """What holes are filled with."""

    slots: Mapping[str, Slot]
    bindings: Mapping[str, Bound]
    fixed: Mapping[int, Filled]
    """Steps without holes, by number."""
    asked: frozenset[str] = frozenset()
    """Slots whose value comes later."""

    def __call__(self, hole: Hole) -> str:
        if hole.slot in self.asked:
            return f"{{{hole.slot}}}"
        bound = self.bound(hole.slot)
        if isinstance(bound, list):
            return joined([self._told(hole, item) for item in bound], None)
        return self._told(hole, bound)

    def items(self, hole: Hole) -> list[str]:
        """The value of each item of a list."""
        return [self._told(hole, item) for item in self.bound(hole.slot)]

    def bound(self, name: str) -> Bound:
        if name not in self.bindings:
            raise unfit.no_value(name)
        return self.bindings[name]

    def is_list(self, name: str) -> bool:
        return isinstance(self.bindings.get(name), list)

    def with_item(self, name: str, item: str) -> "SlotValues":
        return replace(self, bindings={**self.bindings, name: item})

    def transform(self, hole: Hole) -> str | None:
        """Its own, else its slot's."""
        slot = self.slots.get(hole.slot)
        return hole.transform or (slot.transform if slot else None)

    def _told(self, hole: Hole, value: str) -> str:
        transform = self.transform(hole)
        told = apply(transform, value)
        if told is None:
            raise unfit.no_form(hole.slot, str(transform))
        return told

    def rounds_of(self, name: str) -> Iterator["SlotValues"]:
        """One set of values for each round of a loop over the slot."""
        bound = self._items_of(name)
        times = self.times(name)
        if times is None:
            raise unfit.no_number(name)
        if times > MAX_ROUNDS:
            raise unfit.too_many_rounds(name)
        for n in range(times):
            yield self.with_item(name, bound[n]) if isinstance(bound, list) else self

    def times(self, name: str) -> int | None:
        """How often a loop over the slot is asked for; None if its value does not
        say."""
        bound = self._items_of(name)
        return len(bound) if isinstance(bound, list) else count_in(bound)

    def _items_of(self, name: str) -> Bound:
        """The slot's value; one alone of a list slot is a list of one."""
        bound, slot = self.bound(name), self.slots.get(name)
        is_item = isinstance(bound, str) and slot is not None and slot.is_list
        return [str(bound)] if is_item else bound
