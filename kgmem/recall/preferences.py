"""What a person prefers -> values of slots that a task leaves open, marked as such."""

from collections.abc import Iterable, Iterator, Sequence

from kgmem.graph.people.conversations import source_of
from kgmem.language.tokenizer import tokens
from kgmem.model.fact import Fact
from kgmem.model.pattern import PatternMatch, Slot
from kgmem.model.why import Why

WHY = Why("what the user said of himself")


def with_preferences(facts: Sequence[Fact], own: Sequence[Fact]) -> list[Fact]:
    """What one's own person said first, marked; what others said of themselves is
    theirs, and left out."""
    told = [one.model_copy(update={"why": (WHY, *one.why)}) for one in own]
    known = {one.fact_id for one in own}
    public = (one for one in facts if not one.source.startswith(source_of("")))
    return [*told, *(one for one in public if one.fact_id not in known)]


def filled(matches: Sequence[PatternMatch], own: Sequence[Fact]) -> list[PatternMatch]:
    """The matches, with what the person prefers in slots that the task leaves open."""
    return [_filled(one, own) for one in matches]


def _filled(match: PatternMatch, own: Sequence[Fact]) -> PatternMatch:
    open_slots = [slot for slot in match.pattern.slots if slot.name in match.unbound]
    found = {
        slot.name: pair
        for slot in open_slots
        if (pair := next(_values(slot, own), None)) is not None
    }
    if not found:
        return match
    return match.model_copy(
        update={
            "bindings": {**match.bindings, **{k: v for k, (v, _) in found.items()}},
            "unbound": tuple(name for name in match.unbound if name not in found),
            "assumed": {name: fact for name, (_, fact) in found.items()},
        }
    )


def _values(slot: Slot, own: Sequence[Fact]) -> Iterator[tuple[str, str]]:
    """What fits the slot, as its values are told, and the fact that says so; the last
    said first."""
    if slot.sensitive or slot.is_list:
        return
    named = set(tokens(slot.name.replace("_", " ")))
    examples = [str(one) for one in slot.examples]
    for fact in reversed(own):
        value = _bare(fact.object or "")
        topic = (fact.predicate or "").split(" ")[2:]
        for one in _known(value, examples):
            yield one, fact.fact_id
        if value and named & {token for word in topic for token in tokens(word)}:
            yield value, fact.fact_id


def _known(value: str, examples: Sequence[str]) -> Iterable[str]:
    """The examples that a value is, or that it begins with: `window` in window seat."""
    words = tokens(value)
    for one in examples:
        if (told := tokens(one)) and words[: len(told)] == told:
            yield one


def _bare(value: str) -> str:
    """Without an article."""
    first, _, rest = value.partition(" ")
    return rest if first.casefold() in ("a", "an", "the") else value
