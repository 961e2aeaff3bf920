"""What a person prefers fills what a task leaves open, and is marked."""

from datetime import UTC, datetime

from kgmem.model.fact import Fact
from kgmem.model.pattern import Pattern, PatternMatch, Slot
from kgmem.recall.preferences import filled, with_preferences

AT = datetime(2025, 3, 1, tzinfo=UTC)


def said(value: str, predicate: str, key: str = "f") -> Fact:
    return Fact(
        fact_id=key,
        text=f"The user prefers {value}.",
        subject="agent:a",
        predicate=predicate,
        object=value,
        recorded_at=AT,
        source="agent:a",
    )


def match(name: str, *examples: str, sensitive: bool = False) -> PatternMatch:
    slot = Slot(
        slot_id="s",
        name=name,
        kind="text",
        examples=examples,
        sensitive=sensitive,
    )
    pattern = Pattern(
        pattern_id="p", name="seat", template=f"book a {{{name}}} seat", slots=(slot,)
    )
    return PatternMatch(pattern=pattern, unbound=(name,))


def test_known_value_of_the_slot_is_taken_as_it_is_told() -> None:
    [found] = filled(
        [match("place", "aisle", "window")],
        [said("a window seat", "person preference seat")],
    )

    assert found.bindings == {"place": "window"}
    assert found.assumed == {"place": "f"}
    assert found.unbound == ()


def test_slot_that_is_called_like_the_preference_takes_its_value() -> None:
    [found] = filled([match("seat")], [said("靠窗座位", "person preference seat", "g")])

    assert found.bindings == {"seat": "靠窗座位"}
    assert found.assumed == {"seat": "g"}


def test_anything_else_leaves_the_slot_open() -> None:
    given = [
        match("city", "Rome"),
        match("pin", "window", sensitive=True),
        match("seat").model_copy(update={"unbound": (), "bindings": {"seat": "x"}}),
    ]

    assert filled(given, [said("a window seat", "person preference seat")]) == given


def test_what_others_said_of_themselves_is_theirs() -> None:
    own = said("tea", "person like", "mine")
    other = said("milk", "person like", "theirs").model_copy(
        update={"source": "agent:b"}
    )
    public = own.model_copy(update={"source": "manual", "fact_id": "public"})

    found = with_preferences([other, public], [own])

    assert [one.fact_id for one in found] == ["mine", "public"]
    assert "user said" in found[0].why[0]
