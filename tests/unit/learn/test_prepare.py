"""A run made ready to be stored: redacted, distilled, described."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.errors import ServiceError
from kgmem.learn.prepare import MARKED, Prepared, content_key, prepare, source_key
from kgmem.model.trajectory import Trajectory
from kgmem.redact import Redactor

FIELD = {"role": "textbox", "name": "Search"}
RUN: dict[str, Any] = {
    "task": "Search for a red dress on Taobao",
    "app": "taobao",
    "outcome": "success",
    "source_task_id": "run-1",
    "keywords": ["dress"],
    "steps": [
        {"action": "wait", "effect": False},
        {"action": "click", "target": {"role": "img", "name": "banner"}},
        {"action": "type", "target": FIELD, "value": "red dress"},
        {"action": "click", "target": {"role": "button", "name": "Submit"}},
    ],
}


class Answers:
    """A chat model that gives one answer, or raises it."""

    model = "answers-1"

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.prompts: list[str] = []

    def complete(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer if isinstance(self.answer, str) else json.dumps(self.answer)


def prepared(given: Any = RUN, chat: Answers | None = None) -> Prepared:
    return prepare(Trajectory.model_validate(given), "s", Redactor(), chat)


def actions(done: Prepared) -> list[str]:
    return [step.action for step in done.run.trajectory.steps]


# --- by rules --------------------------------------------------------------------


def test_rules_drop_mark_and_describe() -> None:
    done = prepared()

    assert done.dropped == (0,)
    assert actions(done) == ["click", "type", "click"]
    assert done.run.decision_points == {1: "search", 2: "confirmation"}
    assert done.run.distilled_by == "rules"
    assert done.run.intent == "search"
    assert done.run.keywords[:2] == ("dress", "taobao")
    assert done.run.source_task_id == "run-1"
    assert done.run.recorded_at.tzinfo is not None


def test_failed_run_is_kept_whole() -> None:
    done = prepared({**RUN, "outcome": "failure"})

    assert done.dropped == ()
    assert len(actions(done)) == 4


def test_given_intent_goes_before_the_words() -> None:
    assert prepared({**RUN, "intent": "shopping"}).run.intent == "shopping"


def test_run_without_an_id_is_known_by_its_content() -> None:
    nameless = {key: value for key, value in RUN.items() if key != "source_task_id"}

    one, same = prepared(nameless), prepared(nameless)
    other = prepared({**nameless, "outcome": "failure"})

    assert one.run.source_task_id.startswith("content:")
    assert one.run.experience_id == same.run.experience_id
    assert one.run.experience_id != other.run.experience_id


@pytest.mark.parametrize(
    "told",
    [
        {"source_task_id": "1"},
        {"plan_id": "p"},
        {"session_id": "s"},
        {"started_at": "2026-11-22T01:02:03Z"},
        {"steps": [{"action": "wait", "at": "2026-11-22T01:02:03Z"}]},
        {"outcome": "unknown"},
    ],
)
def test_run_that_tells_which_one_it_is_is_no_other_one(told: dict[str, Any]) -> None:
    bare = {"task": "Open it", "outcome": "success", "steps": [{"action": "wait"}]}

    assert prepared(bare).is_undated
    assert not prepared({**bare, **told}).is_undated


def test_content_key_does_not_tell_secrets_apart() -> None:
    def with_password(password: str) -> str:
        task = f"Sign in with password: {password}"
        return prepared({"task": task}).run.source_task_id

    assert with_password("Tr0ub4dor-3x") == with_password("c0rrect-H0rse")
    assert content_key(Trajectory(task="a")) != content_key(Trajectory(task="b"))


# --- redaction -------------------------------------------------------------------


def test_secret_is_the_same_placeholder_wherever_it_stands() -> None:
    secret = "Tr0ub4dor-3x"
    target = {"role": "textbox", "name": "Password", "attributes": {"type": "password"}}
    done = prepared(
        {
            "task": f"Sign in with password: {secret}",
            "steps": [
                {"action": "type", "target": target, "value": secret},
                {"action": "click", "thought": f"I used {secret}"},
            ],
        }
    )

    run = done.run.trajectory
    assert run.task == "Sign in with password: [REDACTED:password#1]"
    assert run.steps[0].value == "[REDACTED:password#1]"
    assert run.steps[1].thought == "I used [REDACTED:password#1]"
    assert done.redactions == 3
    assert secret not in repr(done)


def test_secrets_are_numbered_from_the_text_on_as_a_recall_sees_them() -> None:
    """Else the new password would be typed where the old one stood."""
    task = "Change the password to a new password: Nw7-Blue-sky9"
    field = {"role": "textbox", "attributes": {"type": "password"}}
    done = prepared(
        {
            "task": task,
            "steps": [
                {
                    "action": "type",
                    "target": {**field, "name": "Current password"},
                    "value": "0ld-Rock-77x",
                },
                {
                    "action": "type",
                    "target": {**field, "name": "New password"},
                    "value": "Nw7-Blue-sky9",
                },
            ],
        }
    )
    recall = Redactor()

    asked = recall.text(task)

    run = done.run.trajectory
    assert run.task == asked
    assert recall.secrets == {"[REDACTED:password#1]": "Nw7-Blue-sky9"}
    assert [step.value for step in run.steps] == [
        "[REDACTED:password#2]",
        "[REDACTED:password#1]",
    ]


def test_placeholders_that_came_with_the_run_keep_their_numbers() -> None:
    done = prepared(
        {
            "task": "Sign in with password: Tr0ub4dor-3x",
            "steps": [{"action": "type", "value": "[REDACTED:password#1]"}],
        }
    )

    assert done.run.trajectory.task.endswith("[REDACTED:password#2]")
    assert done.run.trajectory.steps[0].value == "[REDACTED:password#1]"


def test_ids_that_look_like_secrets_stay_apart() -> None:
    """An id shaped like a phone number is hidden, yet two of them are two runs."""
    ids = [f"138{n:08d}" for n in range(20)]

    runs = [prepared({**RUN, "source_task_id": one}).run for one in ids]

    assert len({run.experience_id for run in runs}) == len(ids)
    assert not any(one in run.source_task_id for one in ids for run in runs)


def test_id_of_a_stored_run_stays_what_it_is() -> None:
    """What comes back from an export is the same run."""
    once = prepared({**RUN, "source_task_id": "13800000000"}).run

    again = prepared({**RUN, "source_task_id": once.source_task_id}).run

    assert again.experience_id == once.experience_id


@given(st.text(min_size=1), st.text(min_size=1))
def test_source_key_is_the_id_unless_something_was_hidden(raw: str, other: str) -> None:
    hidden = "[REDACTED:phone#1]"

    assert source_key(raw, raw) == raw
    assert source_key(None, None) is None
    assert (source_key(raw, hidden) == source_key(other, hidden)) == (raw == other)


# --- by a chat model -------------------------------------------------------------


def test_good_answer_is_taken_with_its_provenance() -> None:
    chat = Answers(
        {
            "keep": [3, 4],
            "keywords": ["clothing"],
            "intent": "find clothes",
            "preconditions": "signed in",
            "decision_points": [3],
        }
    )

    done = prepared(chat=chat)

    assert done.dropped == (0, 1)
    assert actions(done) == ["type", "click"]
    assert done.run.decision_points == {0: "search", 1: "confirmation"}
    assert done.run.intent == "find clothes"
    assert done.run.trajectory.preconditions == "signed in"
    assert done.run.keywords[:3] == ("dress", "clothing", "taobao")
    assert done.run.distilled_by.startswith("learn/distill@")
    assert done.run.distilled_by.endswith(" answers-1")


def test_point_that_only_the_model_saw_is_marked_so() -> None:
    chat = Answers({"keep": [2, 3, 4], "decision_points": [2]})

    done = prepared(chat=chat)

    assert done.run.decision_points[0] == MARKED


def test_what_the_caller_gave_goes_before_the_model() -> None:
    chat = Answers({"keep": [2, 3, 4], "intent": "x", "preconditions": "y"})

    done = prepared({**RUN, "intent": "mine", "preconditions": "my own"}, chat)

    assert (done.run.intent, done.run.trajectory.preconditions) == ("mine", "my own")


def test_model_sees_no_secret() -> None:
    chat = Answers({"keep": []})

    prepared({"task": "Sign in with password: Tr0ub4dor-3x"}, chat)

    assert "Tr0ub4dor" not in chat.prompts[0]
    assert "[REDACTED:password#1]" in chat.prompts[0]


@pytest.mark.parametrize(
    "answer",
    [
        "no JSON",
        {"keep": [1, 2, 3, 9]},
        {"keep": [4, 3]},
        {"keep": []},
        {"keep": [2, 4]},
        {"keep": [2, 3, 4], "keywords": ["[REDACTED:password#7]"]},
        ServiceError("the chat service does not answer"),
    ],
)
def test_bad_answer_leaves_the_rules_and_says_why(answer: Any) -> None:
    by_rules = prepared()

    done = prepared(chat=Answers(answer))

    assert done.dropped == by_rules.dropped
    assert done.run.trajectory == by_rules.run.trajectory
    assert done.run.decision_points == by_rules.run.decision_points
    assert done.run.distilled_by.startswith("rules (chat model: ")
    assert len(done.run.distilled_by) <= 300


def test_secret_in_a_services_error_is_not_stored() -> None:
    key = "sk-proj-" + "Ab3dEf6h" * 5

    done = prepared(chat=Answers(ServiceError(f"wrong key {key}")))

    assert key not in done.run.distilled_by
    assert "[REDACTED:" in done.run.distilled_by
