"""Data sets that only measurements read, on small rows in the format of each."""

from typing import Any

import pytest
from kgmem_bench.data_sets import (
    EVERY,
    android_control,
    autodroid,
    mail,
    samples,
    tau,
    webarena,
)

from kgmem.model.trajectory import Step, Trajectory
from kgmem.samples import DATA_SETS
from kgmem.samples.sample import Row, stable_id
from kgmem.samples.shipped import DATA


def _actions(run: Trajectory) -> list[str]:
    return [step.action for step in run.steps]


def test_those_of_the_package_are_among_them() -> None:
    found = list(samples(DATA / "mobiagent-zh"))

    assert found
    assert len(EVERY) == 8 > len(DATA_SETS)


# autodroid ----------------------------------------------------------------------


def test_a_screen_is_parsed_into_elements() -> None:
    state = (
        "<input id=0>Search…</input>\n<button id=1 text='More options'></button>\n"
        " <button id=2>Internal<br>2</button>\n"
        " <checkbox id=3 checked=True>Black & White</checkbox>"
    )

    elements = autodroid.page(state, "ref").elements

    assert [e.element_id for e in elements] == [0, 1, 2, 3]
    assert [e.role for e in elements] == ["textbox", "button", "button", "checkbox"]
    assert [e.label() for e in elements] == [
        "Search…",
        "More options",
        "Internal 2",
        "Black & White",
    ]
    assert elements[0].name is None
    assert elements[3].attributes == {"checked": "true"}


def _autodroid(*screens: tuple[int, str, str]) -> tuple[Step, ...]:
    profile = [
        {"label": [number, text], "history": "", "state": state, "state_str": state}
        for number, text, state in screens
    ]
    row = {"app": "notes", "id": "x", "task": "Do it", "profile": profile}
    return autodroid.sample(row).trajectory.steps


def test_labels_become_steps_with_their_screens() -> None:
    box = "<checkbox id=1 checked={}>Name</checkbox>"

    steps = _autodroid(
        (0, "hi", "<input id=0>Title</input>"),
        (1, "null", box.format(False)),
        (1, "null", box.format(True)),
        (1, "null", "<button id=1>OK</button>"),
        (-1, "null", "<button id=1>OK</button>"),
    )

    assert [step.action for step in steps] == ["type", "check", "uncheck", "click"]
    assert steps[0].value == "hi"
    assert steps[0].page_after == steps[1].page_before
    assert [step.effect for step in steps] == [True, True, True, None]
    assert all(step.target is not None and step.target.label() for step in steps)


# android-control, tau-retail, webarena-templates --------------------------------


def test_android_control_actions() -> None:
    given: list[tuple[dict[str, Any], list[list[int]] | None]] = [
        ({"action": "open", "text": "Clock"}, None),
        ({"action": "click", "coordinate": [5, 5]}, [[0, 0, 9, 9], [4, 4, 6, 8]]),
        ({"action": "swipe", "coordinate": [1, 2], "coordinate2": [3, 4]}, None),
        ({"action": "system_button", "button": "Back"}, None),
        ({"action": "system_button", "button": "Home"}, None),
        ({"action": "wait", "time": 2}, None),
        ({"action": "long_press", "coordinate": [1, 1], "time": 3}, []),
    ]
    steps = [
        {"instr": f"step {n}", "action": action, "candidate_bbox": boxes}
        for n, (action, boxes) in enumerate(given)
    ]

    run = android_control.sample(
        {"goal": "Wake me", "success": True, "steps": steps}
    ).trajectory

    assert _actions(run) == [
        "open_app", "click", "swipe", "back", "custom", "wait", "long_press",
    ]  # fmt: skip
    assert run.app == "Clock"
    assert run.steps[1].thought == "step 1"
    target = run.steps[1].target
    assert target is not None
    assert target.box is not None
    assert target.box.model_dump() == {"x": 4, "y": 4, "width": 2, "height": 4}
    assert run.steps[2].params == {"x": 1, "y": 2, "to_x": 3, "to_y": 4}
    assert run.steps[4].params["name"] == "system_button"
    assert run.steps[4].params["button"] == "Home"
    assert run.outcome == "success"


def test_tau_calls_are_tool_steps() -> None:
    calls = [
        {"name": "cancel", "kwargs": {"order_id": "#1", "items": ["a"]}},
        {"name": "refund", "kwargs": {}},
    ]

    sample = tau.sample({"user_id": "u", "instruction": " Stop. ", "actions": calls})

    run = sample.trajectory
    assert run.task == "Stop."
    assert _actions(run) == ["tool", "tool"]
    assert run.steps[0].params == {
        "name": "cancel",
        "arguments": {"order_id": "#1", "items": ["a"]},
    }
    assert sample.group == "cancel+refund"


def test_webarena_wordings_carry_their_gold_beside_them() -> None:
    row = {
        "task_id": 7,
        "sites": ["reddit", "gitlab"],
        "intent": "Post 3 to a, b",
        "intent_template": "Post {{n}} to {{all}}",
        "instantiation_dict": {"n": 3, "all": ["a", "b"]},
        "intent_template_id": 99,
    }

    sample = webarena.sample(row)

    assert (sample.group, sample.slots) == ("99", {"n": "3", "all": "a, b"})
    assert sample.trajectory.app == "gitlab+reddit"
    assert sample.trajectory.steps == ()
    assert "99" not in sample.trajectory.model_dump_json(exclude={"source_task_id"})


# mail ---------------------------------------------------------------------------


def mail_row(success: bool = True) -> Row:
    return {
        "id": "7",
        "utterance": "Forward Ann's mail to Bob",
        "intent": "forward",
        "wording": "Forward {from}'s mail to {to}",
        "fields": {"from": "Ann", "to": "Bob"},
        "success": success,
        "steps": [
            {"act": "click", "el": {"tag": "span", "text": "Ann"}},
            {"act": "type", "el": {"tag": "INPUT_text"}, "text": "Bob"},
        ],
    }


def test_a_run_has_what_was_done_and_no_gold_value() -> None:
    found = mail.sample(mail_row()).trajectory

    assert (found.task, found.app) == ("Forward Ann's mail to Bob", "mail")
    assert [(one.action, one.value) for one in found.steps] == [
        ("click", None),
        ("type", "Bob"),
    ]
    assert found.source_task_id == stable_id(mail.SET, "7")
    assert "forward" not in found.model_dump_json()


def test_what_measurements_may_know_stands_beside_it() -> None:
    found = mail.sample(mail_row())

    assert (found.set, found.group) == (mail.SET, "forward")
    assert found.slots == {
        "from": "Ann",
        "to": "Bob",
        "wording": "Forward {from}'s mail to {to}",
    }


@pytest.mark.parametrize(
    ("success", "outcome"), [(True, "success"), (False, "failure")]
)
def test_the_page_says_how_it_ended(success: bool, outcome: str) -> None:
    assert mail.sample(mail_row(success)).trajectory.outcome == outcome
