"""Steps that only some runs had, for a task that asks for them or does not."""

from kgmem.model.pattern import (
    Expectation,
    Pattern,
    PatternMatch,
    PatternStep,
    Slot,
)
from kgmem.model.trajectory import Element
from kgmem.recall.routing.conditions import AskedPath, as_asked

ROOM = Slot(slot_id="r", name="room", kind="text")
NOTE = Slot(slot_id="n", name="note", kind="text")
CONFIRM = PatternStep(
    n=3, action="click", target=Element(role="button", name="Confirm"), support=4
)


def step(n: int = 2, name: str = "Coffee", **fields: object) -> PatternStep:
    target = Element(role="checkbox", name=name)
    given = {"action": "check", "need": "optional", "support": 2, **fields}
    return PatternStep.model_validate({"n": n, "target": target, **given})


def asked(task: str, *steps: PatternStep, **bindings: str) -> AskedPath:
    pattern = Pattern(
        pattern_id="p",
        name="p",
        template="Reserve room {room}",
        wordings=("Reserve room {room} with coffee", "Reserve {room} with note {note}"),
        support=4,
        slots=(ROOM, NOTE),
        steps=(*steps, CONFIRM),
    )
    return as_asked(PatternMatch(pattern=pattern, bindings=bindings), task)


def needs(found: AskedPath) -> list[tuple[str, str]]:
    return [
        (one.target.name or "", one.need)
        for one in found.match.pattern.steps
        if one.target
    ]


COFFEE = step(when=("coffee with",))


def test_what_the_task_says_has_to_be_done() -> None:
    found = asked("Reserve room Mars with coffee", COFFEE, room="Mars")

    assert needs(found) == [("Coffee", "required"), ("Confirm", "required")]
    assert not found.left_out


def test_what_it_does_not_say_is_left_out_and_told() -> None:
    found = asked("Reserve room Mars", COFFEE, room="Mars")

    assert needs(found) == [("Confirm", "required")]
    assert found.left_out == ('check checkbox "Coffee"',)
    assert not found.doubts


def test_a_value_that_is_called_like_the_condition_does_not_say_it() -> None:
    found = asked("Reserve room coffee with", COFFEE, room="coffee with")

    assert needs(found) == [("Confirm", "required")]


def test_half_of_the_words_is_a_doubt() -> None:
    found = asked("Reserve room Mars, with tea", COFFEE, room="Mars")

    assert needs(found) == [("Confirm", "required")]
    assert len(found.doubts) == 1


def test_what_goes_with_silence_is_done_where_nothing_is_said() -> None:
    usual = step(unless=("coffee without",))

    said = asked("Reserve room Mars without coffee", usual, room="Mars")
    unsaid = asked("Reserve room Mars", usual, room="Mars")

    assert needs(said) == [("Confirm", "required")]
    assert needs(unsaid)[0] == ("Coffee", "required")


def test_what_no_text_explains_is_left_out_but_for_what_clears_the_way() -> None:
    banner = step(1, "Close", action="click", clears=True)

    found = asked("Reserve room Mars", banner, step(), room="Mars")

    assert needs(found) == [("Close", "optional"), ("Confirm", "required")]
    assert found.left_out == ('check checkbox "Coffee"',)


def test_a_step_of_most_runs_is_missed() -> None:
    found = asked("Reserve room Mars", step(support=3), room="Mars")

    assert len(found.doubts) == 1


def test_a_value_asks_for_what_goes_with_it_in_whatever_words() -> None:
    opened = step(1, "Add note", action="click", when=("note with",))
    typed = step(
        2, "Note", action="type", value="{note}", slots=("note",), when=("note with",)
    )

    found = asked("订 Mars，备注 quiet", opened, typed, room="Mars", note="quiet")

    assert [need for _, need in needs(found)] == ["required"] * 3


def test_a_value_that_is_asked_for_and_missing_is_unbound() -> None:
    typed = step(2, "Note", action="type", slots=("note",), when=("note with",))

    found = asked("Reserve Mars with note", typed, room="Mars")

    assert found.match.unbound == ("note",)


def test_a_link_that_others_did_without_is_left_out_without_a_doubt() -> None:
    look = PatternStep(
        n=2,
        action="click",
        target=Element(role="link", name="Show all"),
        need="optional",
        support=3,
        expect=Expectation(url_template="x.example/all"),
    )

    found = asked("Reserve room Mars", look, room="Mars")

    assert needs(found) == [("Confirm", "required")]
    assert not found.doubts


def test_going_back_is_no_step_that_may_be_left_out() -> None:
    back = PatternStep(n=2, action="back", need="optional", support=2)

    found = asked("Reserve room Mars", back, room="Mars")

    assert [one.action for one in found.match.pattern.steps] == ["click"]


def test_a_value_that_a_needed_step_has_asks_for_no_other_step() -> None:
    wrong = step(action="type", value="{room}", name="Search", slots=("room",))
    needed = step(1, "Room", action="type", value="{room}", slots=("room",))
    needed = needed.model_copy(update={"need": "required"})

    found = asked("Reserve room Mars", needed, wrong, room="Mars")

    assert needs(found) == [("Room", "required"), ("Confirm", "required")]
