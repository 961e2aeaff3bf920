"""What a script takes from outside: values of slots, and what was hidden."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kgmem import Pattern, Slot
from kgmem.formats import (
    PLACEHOLDER,
    Bindings,
    Hole,
    apply,
    count_in,
    joined,
    template_parts,
)

Values = dict[str, str | int | list[str]]


@dataclass(frozen=True, slots=True)
class ParameterUse:
    """A parameter's place in a text."""

    key: str
    is_list: bool = False
    in_loop: bool = False
    """It is the item at hand of the loop around."""


Words = tuple[str | ParameterUse, ...]
"""A text with places for values; literal parts are never empty."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value that a script takes, as the page takes it."""

    key: str
    slot: str | None
    """None: it was hidden in the runs, and no slot of the pattern."""
    transform: str | None = None
    is_list: bool = False
    is_count: bool = False
    """It says how often something is done."""
    is_secret: bool = False

    def value(self, bindings: Bindings) -> str | int | list[str] | None:
        """What it is for these values of the task's text; None if they have none."""
        bound = bindings.get(self.slot or "")
        if bound is None:
            return None
        if self.is_count:
            return count_in(bound) if isinstance(bound, str) else len(bound)
        if self.is_list:
            items = [bound] if isinstance(bound, str) else bound
            told = [apply(self.transform, one) for one in items]
            return [one for one in told if one is not None]
        text = bound if isinstance(bound, str) else joined(list(bound), None)
        return apply(self.transform, text)


@dataclass(slots=True)
class Parameters:
    """The parameters that a pattern's texts need, in the order in which they come."""

    pattern: Pattern
    found: dict[str, Parameter] = field(default_factory=dict)

    def words(self, template: str, loop: str | None = None) -> Words:
        """A pattern's text; within a loop over the slot `loop`."""
        return tuple(self._parts(template, loop))

    def rounds(self, slot: str) -> ParameterUse:
        """How often a loop over the slot is done, or its items."""
        if self._slot(slot).is_list:
            return self._given(Hole(slot), None)
        key = f"{slot} (times)"
        self.found.setdefault(key, Parameter(key, slot, is_count=True))
        return ParameterUse(key)

    def values(self, bindings: Bindings) -> Values:
        """What the parameters are for a task's values; secrets stay out."""
        shown = (one for one in self.found.values() if not one.is_secret)
        pairs = ((one.key, one.value(bindings)) for one in shown)
        return {
            key: value
            for key, value in pairs
            if value is not None and not _is_hidden(value)
        }

    def _parts(self, template: str, loop: str | None) -> Iterator[str | ParameterUse]:
        for part in template_parts(template):
            if isinstance(part, Hole):
                yield self._given(part, loop)
            else:
                yield from self._without_secrets(part)

    def _given(self, hole: Hole, loop: str | None) -> ParameterUse:
        slot = self._slot(hole.slot)
        is_own = hole.transform is None
        key = slot.name if is_own else f"{slot.name} ({hole.transform})"
        one = Parameter(
            key,
            slot.name,
            slot.transform if is_own else hole.transform,
            is_list=slot.is_list,
            is_secret=slot.sensitive or slot.kind == "secret",
        )
        self.found.setdefault(key, one)
        return ParameterUse(key, slot.is_list, slot.is_list and loop == slot.name)

    def _without_secrets(self, text: str) -> Iterator[str | ParameterUse]:
        end = 0
        for match in PLACEHOLDER.finditer(text):
            if before := text[end : match.start()]:
                yield before
            key = f"{match['kind']} {match['number']}"
            self.found.setdefault(key, Parameter(key, None, is_secret=True))
            yield ParameterUse(key)
            end = match.end()
        if rest := text[end:]:
            yield rest

    def _slot(self, name: str) -> Slot:
        return next(
            (one for one in self.pattern.slots if one.name == name),
            Slot(slot_id="", name=name, kind="text"),
        )


def _is_hidden(value: str | int | list[str]) -> bool:
    texts: Sequence[object] = value if isinstance(value, list) else [value]
    return any(isinstance(one, str) and PLACEHOLDER.search(one) for one in texts)


def filled(
    words: Words, values: Mapping[str, str | int | list[str]], n: int | None = None
) -> str:
    """The text with these values, in round `n` of a loop; `<key>` where one is not
    known."""

    def told(part: str | ParameterUse) -> str:
        if isinstance(part, str):
            return part
        value = values.get(part.key, f"<{part.key}>")
        if isinstance(value, list):
            is_item = part.in_loop and n is not None and n < len(value)
            return value[n or 0] if is_item else ", ".join(value)
        return str(value)

    return "".join(map(told, words))
