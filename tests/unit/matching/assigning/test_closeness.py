"""Values are for the slots with whose examples they are alike."""

from collections.abc import Sequence

import numpy as np

from kgmem.matching.assigning.assign import assign
from kgmem.matching.assigning.slot_context import SlotContext, slot_context
from kgmem.model.pattern import Slot
from kgmem.ports import Vectors

ILL = frozenset({"rash", "fever", "cough"})
WORDING = "Note an allergy to {substance} with {sign}"


def place(name: str, *examples: str) -> SlotContext:
    slot = Slot(slot_id=name, name=name, kind="text", examples=examples)
    made = slot_context(slot, (WORDING,))
    assert made is not None
    return made


PLACES = (
    place("substance", "latex", "pollen", "walnuts"),
    place("sign", "rash", "fever"),
)


def by_topic(texts: Sequence[str]) -> Vectors:
    """One direction for what ails one, another for the rest."""
    rows = [[1.0, 0.0] if text in ILL else [0.0, 1.0] for text in texts]
    return np.array(rows, dtype=np.float32)


def told(text: str, *, with_vectors: bool) -> dict[str, str]:
    literal = frozenset({"note", "allergi"})
    found = assign(text, PLACES, literal, by_topic if with_vectors else None)
    return {name: one.text for name, one in found.values.items()}


def test_what_values_mean_tells_their_slots() -> None:
    text = "We saw cough after honey"

    plain, meant = (told(text, with_vectors=one) for one in (False, True))

    assert plain != meant
    assert meant == {"substance": "honey", "sign": "cough"}


def test_where_all_is_alike_the_order_counts_as_before() -> None:
    text = "We saw honey after eggs"

    plain, meant = (told(text, with_vectors=one) for one in (False, True))

    assert plain == meant


def test_a_single_slot_asks_for_no_vectors() -> None:
    def refused(texts: Sequence[str]) -> Vectors:
        raise AssertionError(texts)

    found = assign("Is honey bad?", PLACES[:1], frozenset(), refused)

    assert found.values
