"""What goes with a step of some runs in their texts."""

import pytest

from kgmem.generalize.patterns.assemble import build_pattern, groundings
from kgmem.generalize.plain import RunSteps, TaskRuns
from kgmem.generalize.steps.clearing import closes_cover
from kgmem.model.pattern import PatternStep
from kgmem.model.trajectory import Element, Step

COFFEE = {"action": "check", "target": {"role": "checkbox", "name": "Coffee"}}
CLOSE = {"action": "click", "target": {"role": "button", "name": "Schließen"}}


def reserved(room: str, text: str, *more: object) -> TaskRuns:
    field = {"role": "textbox", "name": "Room"}
    steps = (
        {"action": "type", "target": field, "value": room},
        *more,
        {"action": "click", "target": {"role": "button", "name": "Confirm"}},
    )
    run = RunSteps(f"run {room}", tuple(map(Step.model_validate, steps)))
    return TaskRuns(room, text.format(room), "rooms", (run,))


def optional(*tasks: TaskRuns) -> list[PatternStep]:
    draft, _ = build_pattern(tasks, {t.task_id: groundings(t) for t in tasks})
    assert draft is not None
    return [step for step in draft.pattern.steps if step.need == "optional"]


def test_the_words_that_only_texts_with_the_step_say() -> None:
    [step] = optional(
        reserved("Venus", "Reserve {}"),
        reserved("Mars", "Reserve {} with coffee", COFFEE),
    )

    assert (step.when, step.unless) == (("coffee with",), ())


def test_the_words_that_only_texts_without_it_say() -> None:
    [step] = optional(
        reserved("Venus", "Reserve {}", COFFEE),
        reserved("Mars", "Reserve {} without coffee"),
    )

    assert (step.when, step.unless) == ((), ("coffee without",))


def test_the_same_words_explain_nothing() -> None:
    [step] = optional(
        reserved("Venus", "Reserve {}"), reserved("Mars", "Reserve {}", COFFEE)
    )

    assert (step.when, step.unless, step.clears) == ((), (), False)


def test_what_closes_a_cover_has_no_condition() -> None:
    [step] = optional(
        reserved("Venus", "Reserve {}"),
        reserved("Mars", "Reserve {} with coffee", CLOSE),
    )

    assert step.clears
    assert not step.when


@pytest.mark.parametrize("name", ["×", "Tout refuser", "閉じる", "Cookies akzeptieren"])
def test_what_closes_a_cover_in_many_languages(name: str) -> None:
    assert closes_cover(Element(role="button", name=name))


@pytest.mark.parametrize("name", ["Add insurance", "Accept invitation", "Coffee"])
def test_what_does_something_closes_no_cover(name: str) -> None:
    assert not closes_cover(Element(role="button", name=name))
