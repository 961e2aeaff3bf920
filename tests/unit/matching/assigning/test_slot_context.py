"""What a pattern's wordings and examples tell of a slot."""

from kgmem.matching.assigning.slot_context import slot_context
from kgmem.model.pattern import Slot


def slot(name: str, *examples: str) -> Slot:
    return Slot(slot_id=name, name=name, kind="text", examples=examples)


def test_wordings_tell_what_stands_around_a_slot() -> None:
    wordings = ("Move the {thing} from {place} to Rome", "Take {thing} out")

    found = slot_context(slot("place", "Oslo", "Bern"), wordings)

    assert found is not None
    assert found.markers == {"source"}
    assert "from" in found.before
    assert "rome" in found.after
    assert found.place == 1
    assert found.begin_big


def test_examples_tell_kinds_and_length() -> None:
    found = slot_context(slot("day", "3 May", "soon"), ("On {day}",))

    assert found is not None
    assert found.formed == {"date"}
    assert found.length == 1.5
    assert not found.begin_big


def test_a_slot_that_no_wording_has_has_no_context() -> None:
    assert slot_context(slot("day", "3 May"), ("Go home",)) is None
