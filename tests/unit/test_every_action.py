"""Every part treats every action as the table says: a new row that a part knows nothing
of fails here."""

from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem.generalize.grounding.fields import fields_of
from kgmem.generalize.steps.lift import Lifted, MemberRun, lift
from kgmem.generalize.steps.same_step import ALIKE, merged, similarity
from kgmem.graph.read_rows import step_of
from kgmem.graph.rows import RunToStore, rows_of
from kgmem.learn.distill.rules import distill, same_act
from kgmem.learn.histories.step import step_from
from kgmem.model.action import ACTIONS, Action, Traits
from kgmem.model.plan import PlanStep
from kgmem.model.recollection import describe_step
from kgmem.model.trajectory import Step, Trajectory
from kgmem.paths.failing.acts import act_of
from kgmem.paths.walk import recorded
from kgmem.redact import Redactor, redact_trajectory
from kgmem.replay.locate.flow import locate
from tests.unit.paths.test_walk import walk

ROLES = {"entry": "textbox", "choice": "combobox", "toggle": "checkbox"}
VALUES = {
    "text": "mouse",
    "option": "Large",
    "file": "cv.pdf",
    "key": "Enter",
    "address": "https://shop.example/a",
    "app": "Calendar",
}
PARTS = {"target": "Alpha", "destination": "Omega"}
EVERY = pytest.mark.parametrize("action", ACTIONS)


def role_for(does: Traits) -> str:
    return next((ROLES[family] for family in sorted(does.fits)), "button")


def a_step(action: Action, **changes: Any) -> Step:
    """The action with all that it takes."""
    does = ACTIONS[action]
    fields: dict[str, Any] = {"action": action, "effect": True}
    if does.points_at == "element":
        fields["target"] = {"role": role_for(does), "name": PARTS["target"]}
    if does.has_destination:
        fields["destination"] = {"role": "region", "name": PARTS["destination"]}
    if does.enters:
        fields["value"] = VALUES[does.enters]
    if does.is_call:
        fields["params"] = {"name": "look_up", "text": "mouse"}
    return Step.model_validate({**fields, **changes})


def shown_by(step: Step) -> list[str]:
    """What a reader has to be told of it."""
    elements = [one.name for one in (step.target, step.destination) if one]
    name = step.params.get("name")
    return [str(one) for one in (step.action, *elements, step.value, name) if one]


def lifted(step: Step) -> Lifted:
    run = MemberRun("t", "e", recorded((step,)), {}, ())
    (told,) = lift(run, ())
    return told


@EVERY
def test_it_is_described_with_all_that_it_takes(action: Action) -> None:
    step = a_step(action)

    assert all(word in describe_step(step) for word in shown_by(step))


@EVERY
def test_a_secret_is_hidden_wherever_it_takes_one(action: Action) -> None:
    step = a_step(action)
    secret = "sk-proj-abcdEFGH1234ijklMNOP5678qrstUVWX"
    places: list[dict[str, Any]] = [{"thought": f"the key is {secret}"}]
    if step.value:
        places.append({"value": secret})
    for part in PARTS:
        if (element := getattr(step, part)) is not None:
            told = element.model_copy(update={"name": f"key {secret}"})
            places.append({part: told})

    for place in places:
        run = Trajectory(task="Do it", steps=(step.model_copy(update=place),))
        assert secret not in redact_trajectory(run, Redactor()).model_dump_json()


@EVERY
def test_what_is_put_into_a_password_field_is_hidden(action: Action) -> None:
    does = ACTIONS[action]
    field = {"role": "textbox", "name": "Password"}
    step = a_step(action, target=field, value="correct horse")

    hidden = redact_trajectory(Trajectory(task="Log in", steps=(step,)), Redactor())

    assert (hidden.steps[0].value != "correct horse") == (
        does.types or does.enters == "key"
    )


@EVERY
def test_it_comes_back_from_the_graph(action: Action) -> None:
    step = a_step(action)
    run = RunToStore(
        "s", Trajectory(task="Do it", steps=(step,)), "r", datetime.now(UTC)
    )

    (row,) = rows_of(run).steps

    read = defaultdict(lambda: None, row["props"])  # what a node lacks reads as null
    assert step_of(read) == step


@EVERY
def test_each_of_its_elements_is_located(action: Action) -> None:
    step = a_step(action)
    plan = PlanStep(
        n=1, action=action, target=step.target, destination=step.destination
    )
    page = [one for one in (step.destination, step.target) if one is not None]

    found = locate(plan, page)

    assert found.element == step.target
    assert (found.destination and found.destination.element) == step.destination


@EVERY
def test_it_is_the_same_step_in_another_run(action: Action) -> None:
    one, other = lifted(a_step(action)), lifted(a_step(action))

    assert similarity(one, other) > ALIKE
    step = merged([one, other])
    assert (step.action, step.value) == (action, one.value)
    assert (step.target and step.target.name) == (one.target and one.target.name)
    assert (step.destination is None) == (one.destination is None)


_NAME = {"read": "as"}
"""The parameter that says what of its kind a step is."""


@EVERY
def test_it_is_another_step_with_what_it_differs_by(action: Action) -> None:
    does = ACTIONS[action]
    step = a_step(action)
    others = {
        "value": [{"value": "else"}],
        "params": [{"params": {**step.params, _NAME.get(action, "name"): "else"}}],
        None: [],
    }[does.differs_by]
    if step.destination:
        others.append({"destination": {"role": "region", "name": "else"}})

    for other in others:
        assert similarity(lifted(step), lifted(a_step(action, **other))) < ALIKE


@EVERY
def test_a_path_that_was_made_of_it_is_followed_by_it_alone(action: Action) -> None:
    step = a_step(action)
    path = [merged([lifted(step)]).model_copy(update={"n": 1})]

    assert walk(path, [], {}, [step]) in ((1,), (None,))
    if step.destination:
        ended = {"destination": {"role": "region", "name": "else"}}
        assert walk(path, [], {}, [a_step(action, **ended)]) is None


@EVERY
def test_it_is_kept_if_it_changed_something(action: Action) -> None:
    steps = (a_step("type"), a_step(action), a_step("navigate"))
    run = Trajectory(task="Do it", steps=steps, outcome="success")

    assert 1 in distill(run).kept


@EVERY
def test_with_another_element_or_value_it_is_another_act(action: Action) -> None:
    step = a_step(action)
    for part in ("value", *PARTS):
        if getattr(step, part) is None:
            continue
        new = "else" if part == "value" else {"role": "region", "name": "else"}
        other = a_step(action, **{part: new})
        assert not same_act(step, other)
        assert act_of(step, "x") != act_of(other, "x") or part == "value"


@EVERY
def test_its_elements_can_hold_the_tasks_values(action: Action) -> None:
    step = a_step(action)

    texts = {field.text for field in fields_of({0: step})}

    elements = [one.name for one in (step.target, step.destination) if one]
    assert texts >= set(elements)
    assert (step.value in texts) == (bool(step.value) and not ACTIONS[action].is_silent)


@EVERY
def test_it_is_read_from_a_record_of_free_form(action: Action) -> None:
    step = a_step(action)

    assert (
        step_from({**step.compact(), "of": "another tool"}).model_copy(
            update={"params": step.params}
        )
        == step
    )


def test_no_other_action_has_a_destination() -> None:
    with pytest.raises(ValueError, match="has no destination, only: drag"):
        a_step("click", destination={"name": "Omega"})


def test_a_destination_needs_what_is_moved_there() -> None:
    with pytest.raises(ValueError, match="a destination needs a target"):
        a_step("drag", target=None)
