"""Drafts: steps that are stored before their run has ended."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.graph import migrate
from kgmem.graph.store import GraphStore
from kgmem.learn.recording.drafts import Drafts
from kgmem.model.trajectory import Step
from kgmem.redact import Redactor

TASK = "打开设置"
CLICK = Step.model_validate(
    {"action": "click", "target": {"role": "button", "name": "设置"}, "thought": "好"}
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    path = tmp_path_factory.mktemp("drafts") / "graph"
    with closing(ArcadeEngine(path)) as engine:
        migrate.ensure_new(engine)
        yield GraphStore(engine)


@pytest.fixture
def drafts(store: GraphStore, request: pytest.FixtureRequest) -> Drafts:
    return Drafts(store, request.node.name)


def append(drafts: Drafts, step: Step = CLICK, task: str = TASK, **more: Any) -> str:
    redactor = more.get("redactor") or Redactor()
    return drafts.append(task, more.get("app"), step, redactor, "run")


def steps(drafts: Drafts, task: str = TASK, app: str | None = None) -> list[Step]:
    return [draft.step for draft in drafts.of_task(task, app)]


def test_step_comes_back_as_it_was(drafts: Drafts) -> None:
    draft_id = append(drafts)

    (draft,) = drafts.of_task(TASK, None)

    assert (draft.draft_id, draft.step) == (draft_id, CLICK)


def test_steps_come_back_in_their_order_however_quick(drafts: Drafts) -> None:
    for n in range(30):
        append(drafts, Step(action="type", value=str(n)))

    assert [step.value for step in steps(drafts)] == [str(n) for n in range(30)]


def test_drafts_of_the_task_app_and_space(drafts: Drafts, store: GraphStore) -> None:
    append(drafts)
    append(drafts, app="wechat")
    append(drafts, task="another")
    append(Drafts(store, drafts.space + " beside"))

    assert len(steps(drafts)) == 1
    assert len(steps(drafts, app="wechat")) == 1
    assert steps(drafts, task="nothing of it") == []


def test_replaced_draft_keeps_its_place(drafts: Drafts) -> None:
    first = append(drafts)
    append(drafts, Step(action="wait"))

    dead_end = CLICK.model_copy(update={"success": False, "error": "no way"})
    drafts.replace(first, TASK, dead_end, Redactor())

    assert steps(drafts) == [dead_end, Step(action="wait")]


def test_dropped_drafts_are_gone(drafts: Drafts) -> None:
    first, _ = append(drafts), append(drafts, Step(action="wait"))

    drafts.drop([first])
    drafts.drop(["never there"])

    assert [step.action for step in steps(drafts)] == ["wait"]


def test_adopted_drafts_stand_under_the_new_task(drafts: Drafts) -> None:
    append(drafts, task="unnamed")

    drafts.adopt("unnamed", TASK)

    assert steps(drafts, task="unnamed") == []
    assert steps(drafts) == [CLICK]


def test_secret_of_a_step_is_hidden_and_its_number_stays(drafts: Drafts) -> None:
    field = {"role": "textbox", "name": "Password", "attributes": {"type": "password"}}
    typing = Step.model_validate(
        {"action": "type", "target": field, "value": "Tr0ub4dor-3x"}
    )
    telling = Step(action="click", error="Tr0ub4dor-3x was refused")
    redactor = Redactor()

    append(drafts, typing, redactor=redactor)
    append(drafts, telling, redactor=redactor)

    typed, told = steps(drafts)
    assert typed.value == "[REDACTED:password#1]"
    assert "Tr0ub4dor" not in str(told)


def test_secrets_of_the_task_are_numbered_first(drafts: Drafts) -> None:
    task = "Change the password to a new password: Nw7-Blue-sky9"
    field = {"role": "textbox", "name": "Current password"}
    old = Step.model_validate(
        {"action": "type", "target": field, "value": "0ld-Rock-77x"}
    )

    append(drafts, old, task=task)

    (step,) = steps(drafts, task=task)
    assert step.value == "[REDACTED:password#2]"


@pytest.mark.parametrize(
    ("thought", "kept"),
    [
        ("I type Xk9mPq27 now", "I type … now"),
        ("口令：“Xk9mPq27”，好", "口令：“…”，好"),
        ("open the second page", "open the second page"),
        ("打开第2页", "打开第2页"),
        ("step 12 of 30", "step 12 of 30"),
    ],
)
def test_words_of_a_passwords_shape_stay_out_of_free_text(
    drafts: Drafts, thought: str, kept: str
) -> None:
    append(drafts, CLICK.model_copy(update={"thought": thought, "error": thought}))

    (step,) = steps(drafts)

    assert (step.thought, step.error) == (kept, kept)
