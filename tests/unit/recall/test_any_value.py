"""Whatever values a text has for a known kind of task, each question has an answer."""

from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from kgmem import InvalidInput, Memory
from kgmem.model.health import Located
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.trajectory import Element, Step
from kgmem.model.values.unfit import MAX_LAID_OUT, MAX_ROUNDS
from tests.examples import examples
from tests.growth import growth
from tests.unit.recall.families import FAMILIES, click, enter, texts, values

TYPED: dict[str, Any] = enter("x")
SPINNER = "Select {} with the spinner and hit Submit."
SHORT = values(longest=200)
ANY_TEXT = examples(150, HealthCheck.data_too_large)


@pytest.fixture(scope="module")
def memory(shared_memory: Memory) -> Memory:
    memory = shared_memory
    memory.learn_many([run for family in FAMILIES for run in family.runs()])
    memory.learn(
        {
            "task": "Transfer $20 to my savings",
            "app": "office",
            "outcome": "failure",
            "steps": [enter("20"), {**click("OK"), "success": False}],
        }
    )
    memory.generalize()
    return memory


def test_the_families_are_known_with_all_sorts_of_slots(memory: Memory) -> None:
    slots = [slot for pattern in memory.patterns() for slot in pattern.slots]
    steps = [step for pattern in memory.patterns() for step in pattern.steps]

    assert {
        "number",
        "money",
        "ordinal",
        "date",
        "time",
        "name",
        "email",
        "secret",
    } <= {slot.kind for slot in slots}
    assert {"money", "money:2", "ordinal", "date:iso", "time:24h", "upper"} <= {
        slot.transform for slot in slots
    }
    assert any(slot.is_list for slot in slots)
    assert any(step.repeat_for for step in steps)


@ANY_TEXT
@given(text=texts())
@example(text="Select -3 with the spinner and hit Submit.")
@example(text="Select 1000 with the spinner and hit Submit.")
@example(text="Select many with the spinner and hit Submit.")
@example(text="Send 60 euro to Bob and 70 euro to Eve")
@example(text="一" * 20_000)
@pytest.mark.slow
def test_no_text_makes_a_question_raise(memory: Memory, text: str) -> None:
    found = memory.recall(text)

    assert 0 <= found.confidence <= 1
    assert len(found.plan.steps if found.plan else ()) <= MAX_LAID_OUT
    assert found.to_prompt().startswith("## Memory")
    assert found.to_response().keys() == {
        "avoidance",
        "memory_hits",
        "action_patterns",
    }
    assert type(found).model_validate_json(found.model_dump_json()).route == found.route
    memory.match(text)
    memory.match(text, app="office")
    memory.search(text)
    memory.risk(TYPED, task=text, app="office", before=(), ends=True)
    memory.retrieve_memories(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (SPINNER.format("-3"), "no number of times"),
        (SPINNER.format("many"), "no number of times"),
        (SPINNER.format("1000"), f"more than {MAX_ROUNDS} rounds"),
        ("Send 60 euro to Bob and 70 euro to Eve", "no 'money' form"),
    ],
)
def test_a_value_that_no_step_can_hold_is_a_reason_against_the_path(
    memory: Memory, text: str, reason: str
) -> None:
    found = memory.recall(text, app="office")

    assert found.route == "guided_exploration"
    assert found.plan is None
    assert any(reason in one for one in found.reasons)
    assert any("a value for" in one or "rounds for" in one for one in found.wanted)


def test_a_value_that_fits_is_still_replayed(memory: Memory) -> None:
    found = memory.recall(SPINNER.format("7"), app="office")

    assert found.route == "direct_replay"
    assert found.plan is not None
    assert len(found.plan.steps) == 8


@pytest.mark.slow
@ANY_TEXT
@given(
    action=st.sampled_from(["type", "click", "select", "press_key", "scroll"]),
    value=st.none() | SHORT,
    name=st.none() | SHORT,
    attributes=st.dictionaries(SHORT, SHORT, max_size=3),
    ordinal=st.none() | st.integers(0, 2**53),
    box=st.none() | st.tuples(*[st.floats(-1e308, 1e308)] * 4),
    before=st.lists(SHORT, max_size=3),
)
def test_no_step_makes_a_question_raise(
    memory: Memory,
    action: str,
    value: str | None,
    name: str | None,
    attributes: dict[str, str],
    ordinal: int | None,
    box: tuple[float, ...] | None,
    before: list[str],
) -> None:
    target = {"name": name, "attributes": attributes, "ordinal": ordinal, "box": box}
    step = {"action": action, "value": value, "target": target}
    try:
        memory.risk({"action": action, "target": {}}, task="Transfer $5 to my savings")
        memory.risk(
            step,
            task="Transfer $5 to my savings",
            app="office",
            page={"url": name, "elements": [target, {}]},
        )
        found = memory.recall("Enter it in capitals", elements=[target, {}, target])
    except InvalidInput:
        return
    if found.plan is not None:
        for planned in found.plan.steps:
            memory.locate(planned, [target, {}, *({"name": n} for n in before)])


@pytest.mark.parametrize("odd", [5, "text", {"action": "click"}, [5], [None], ["x"]])
def test_what_is_no_list_of_steps_is_refused_by_name(memory: Memory, odd: Any) -> None:
    with pytest.raises(InvalidInput, match="before"):
        memory.risk(TYPED, task="Enter fig in capitals", before=odd, ends=True)


def test_steps_made_so_far_may_be_plain_dicts(memory: Memory) -> None:
    task, made = "Transfer $20 to my savings", [enter("20")]

    told = memory.risk(click("OK"), task=task, app="office", before=made, ends=True)

    given = [Step.model_validate(one) for one in made]
    assert told == memory.risk(
        click("OK"), task=task, app="office", before=given, ends=True
    )


def followed(memory: Memory, asked: str, **changes: Any) -> Plan:
    plan = memory.recall(asked, app="office").plan
    assert plan is not None
    return plan.model_copy(update={"plan_id": str(uuid4()), **changes})


@pytest.mark.parametrize("odd", [[1], {}, "1", True, 0, -1, 2**70, float("nan")])
def test_a_report_of_a_step_without_a_plan_is_refused(memory: Memory, odd: Any) -> None:
    plan = followed(memory, "Enter pear in capitals")

    with pytest.raises(InvalidInput, match="failed_step"):
        memory.report(plan, "failure", failed_step=odd)


@pytest.mark.parametrize("task", ["", " ", "x" * 20_001])
def test_a_plan_without_a_task_is_refused_whole(memory: Memory, task: str) -> None:
    plan = followed(memory, "Enter pear in capitals", task=task)

    with pytest.raises(InvalidInput, match="plan: task"):
        memory.report(
            plan, "success", failed_step=1, repaired_with=[enter("FIG", "Other")]
        )


def test_a_repair_of_another_way_of_a_choice_is_counted(memory: Memory) -> None:
    plan = followed(memory, "Enter pear in capitals")
    first, *others = plan.steps
    way = (others[-1].model_copy(update={"n": 77}),)
    branched = first.model_copy(update={"branches": (way,)})
    plan = plan.model_copy(update={"steps": (branched, *others)})

    memory.report(plan, "success", failed_step=77, repaired_with=[click("Done")])

    pattern = memory.pattern(plan.origin.id)
    assert [step.n for step in pattern.steps if step.repairs] == [way[0].source]


@pytest.mark.parametrize(
    "found",
    [
        Located(),
        Located(index=10**30),
        Located(confidence=float("nan"), margin=float("inf")),
        Located(element=Element()),
        Located(element=Element(name="x" * 100_000, ordinal=2**53)),
    ],
    ids=["none", "far", "no number", "empty", "long"],
)
def test_odd_but_valid_places_are_reported(memory: Memory, found: Located) -> None:
    plan = followed(memory, "Enter pear in capitals", predicted=float("nan"))

    memory.report(plan, "success", located={1: found}, reason="x" * 1_000_000)

    assert memory.calibrate() is not None
    assert memory.recall("Enter pear in capitals", app="office").plan is not None


@pytest.mark.parametrize("where", ["name", "class", "id", "href", "value"])
@pytest.mark.slow
def test_long_values_take_time_in_proportion(memory: Memory, where: str) -> None:
    def asked(size: int) -> None:
        text = "a-b #c>d " * (size // 9)
        target: dict[str, Any] = {"role": "textbox"}
        if where == "name":
            target["name"] = text
        elif where != "value":
            target["attributes"] = {where: text}
        step = {"action": "type", "target": target, "value": text}
        memory.risk(step, task="Enter fig in capitals", app="office")
        memory.locate(PlanStep.model_validate({"n": 1, **step}), [target, target])

    assert growth(lambda: asked(10_000), lambda: asked(100_000)) < 40
