"""Every loader on the shipped rows or on small rows in the format of its set."""

import json
from pathlib import Path
from typing import Any

import pytest

from kgmem.errors import InvalidInput
from kgmem.model.base import normalize
from kgmem.model.trajectory import Trajectory
from kgmem.samples import (
    DATA_SETS,
    DEMO_QUERIES,
    Sample,
    generated,
    load_all,
    miniwob,
    mobiagent,
    samples,
    screenagent,
    shipped,
    shipped_count,
)
from kgmem.samples.shipped import DATA, PER_TEMPLATE

Row = dict[str, Any]
SHIPPED = sorted(folder.name for folder in DATA.iterdir() if folder.is_dir())


def _actions(run: Trajectory) -> list[str]:
    return [step.action for step in run.steps]


# The shipped subset -------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_row_is_read(name: str) -> None:
    file = DATA / name / DATA_SETS[name].file
    rows = [line for line in file.read_text("utf-8").split("\n") if line]

    found = list(samples(DATA / name))

    assert len(found) == len(rows) > 0
    assert {sample.set for sample in found} == {name}


def test_shipped_runs_have_what_learning_needs() -> None:
    runs = [sample.trajectory for sample in shipped()]

    assert all(run.task and run.source and run.locale for run in runs)
    ids = [run.source_task_id for run in runs]
    assert None not in ids
    assert len(set(ids)) == len(ids)
    assert {run.locale for run in runs} == {"en", "zh"}
    assert {run.outcome for run in runs} == {"success", "failure", "unknown"}
    assert all(run.steps for run in runs if run.outcome != "unknown")


def test_shipped_runs_are_the_same_each_time_and_counted() -> None:
    first, second = list(shipped()), list(shipped())

    assert first == second == list(load_all(DATA, PER_TEMPLATE))
    assert shipped_count() == len(first)


@pytest.mark.parametrize("set_name", ["miniwob-demos", "mobiagent-zh"])
def test_the_gold_group_is_not_in_the_run(set_name: str) -> None:
    for sample in shipped():
        if sample.set == set_name:
            assert sample.group
            assert sample.group not in sample.trajectory.model_dump_json()


def test_all_shipped_files_together_are_below_one_megabyte() -> None:
    files = [path for path in DATA.rglob("*") if path.is_file()]

    assert 50_000 < sum(path.stat().st_size for path in files) < 1_000_000


def test_each_folder_is_in_the_notice_and_has_its_own_and_a_licence() -> None:
    notice = (DATA.parent / "NOTICE.md").read_text("utf-8")

    for name in SHIPPED:
        assert f"`{name}`" in notice
        assert "Changes:" in (DATA / name / "NOTICE.md").read_text("utf-8")
        licence = (DATA / name / "LICENSE").read_text("utf-8")
        assert licence.lstrip().startswith(("The MIT License", "Apache License"))


# The demo's queries -------------------------------------------------------------


def test_only_the_exact_queries_stand_among_the_learned_tasks() -> None:
    learned = {
        (normalize(s.trajectory.task), s.trajectory.app)
        for s in shipped()
        if s.trajectory.outcome == "success"
    }

    exact = {q for q in DEMO_QUERIES if (normalize(q.task), q.app) in learned}

    assert exact == {q for q in DEMO_QUERIES if q.exact}
    texts = {normalize(s.trajectory.task) for s in shipped()}
    assert not [q for q in DEMO_QUERIES if not q.exact and normalize(q.task) in texts]


# miniwob-demos ------------------------------------------------------------------


def _miniwob(steps: list[dict[str, Any]], **more: Any) -> Sample:
    row = {"id": "some-page_1", "task": "some-page", "utterance": "Do it."}
    return miniwob.sample(
        {**row, "raw_reward": 1, "success": True, "steps": steps, **more}
    )


def test_miniwob_keeps_element_value_and_key() -> None:
    field = {"tag": "INPUT_text", "id": "city", "cls": "wide", "value": "Ro"}

    run = _miniwob(
        [
            {"act": "type", "text": "Rome", "el": field},
            {"act": "key", "key": "Tab"},
            {"act": "scroll"},
            {"act": "click", "el": {"tag": "A", "text": "Next"}},
        ]
    ).trajectory

    typed, key, scroll, click = run.steps
    assert typed.value == "Rome"
    assert typed.target is not None
    assert (typed.target.tag, typed.target.role) == ("input", "textbox")
    assert typed.target.attributes == {
        "type": "text",
        "id": "city",
        "class": "wide",
        "value": "Ro",
    }
    assert [(at.kind, at.value) for at in typed.target.locators] == [("id", "city")]
    assert (key.action, key.value) == ("key", "Tab")
    assert scroll.target is None
    assert click.target is not None
    assert (click.target.role, click.target.label()) == ("link", "Next")


def test_miniwob_does_not_count_a_double_click_beside_its_clicks() -> None:
    click = {"act": "click", "el": {"tag": "A", "text": "Next"}}

    after_clicks = _miniwob([click, click, {"act": "dblclick"}, click]).trajectory
    alone = _miniwob([{"act": "scroll"}, {"act": "dblclick"}]).trajectory

    assert _actions(after_clicks) == ["click", "click", "click"]
    assert _actions(alone) == ["scroll", "double_click"]


def test_an_unknown_action_becomes_custom_and_keeps_its_fields() -> None:
    step = _miniwob([{"act": "pinch", "zoom": 2}]).trajectory.steps[0]

    assert step.action == "custom"
    assert step.params == {"name": "pinch", "zoom": 2}


# mobiagent-zh -------------------------------------------------------------------

TEMPLATE = {
    "task": "在{app}买{drink}，{size}",
    "alter": ["用{app}来一份{size}的{drink}"],
    "trajectory": [
        "click <app>",
        "longclick 图标",
        "input {drink}",
        "click <drink> 商家",
        "click <size>",
        "shake 手机",
    ],
    "candidates": {
        "app": ["甲", "甲", "乙"],
        "drink": ["茶", "水"],
        "size": ["大", "小"],
    },
    "dependency": "bind:drink,size",
}


def test_a_made_run_follows_the_path_with_the_values_of_its_text() -> None:
    template = mobiagent.template(TEMPLATE)

    made = mobiagent.generate(template, 100, seed=1)

    assert len(made) == 8  # two wordings, two apps, two bound pairs
    assert len({s.trajectory.source_task_id for s in made}) == 8
    for sample in made:
        run, slots = sample.trajectory, sample.slots
        assert (slots["drink"], slots["size"]) in {("茶", "大"), ("水", "小")}
        assert all(value in run.task for value in slots.values())
        assert run.app == slots["app"]
        assert _actions(run) == [
            "click", "long_press", "type", "click", "click", "custom",
        ]  # fmt: skip
        assert run.steps[2].value == slots["drink"]
        shop = run.steps[3].target
        assert shop is not None
        assert shop.text == f"{slots['drink']} 商家"
        described = run.steps[1].target
        assert described is not None
        assert (described.name, described.text) == ("图标", None)
        assert sample.group == TEMPLATE["task"]


def test_shipped_templates_fill_every_place() -> None:
    made = list(generated(DATA / "mobiagent-zh", 50))

    assert len({sample.group for sample in made}) == 9
    for sample in made:
        text = sample.trajectory.model_dump_json()
        assert "<" not in text
        assert "{" not in sample.trajectory.task


# screenagent-zh -----------------------------------------------------------------


def _plan(*elements: str) -> list[dict[str, Any]]:
    return [{"action_type": "PlanAction", "element": text} for text in elements]


def _verdict(situation: str, **more: Any) -> list[dict[str, Any]]:
    return [{"action_type": "EvaluateSubTaskAction", "situation": situation, **more}]


def _mouse(kind: str, **more: Any) -> dict[str, Any]:
    where = {"width": 3, "height": 4}
    return {
        "action_type": "MouseAction",
        "mouse_action_type": kind,
        "mouse_position": where,
        **more,
    }


def _session(*records: list[dict[str, Any]], times: list[str] | None = None) -> Row:
    names = times or [f"2024-01-02_03-04-{n:02d}-000000" for n in range(len(records))]
    steps = [
        {"t": name, "sub_task": None, "actions": actions}
        for name, actions in zip(names, records, strict=True)
    ]
    return {"session": "s", "task_zh": "打开它", "task_en": "Open it", "steps": steps}


def test_verdicts_tell_which_steps_worked() -> None:
    row = _session(
        _plan("first", "second"),
        [_mouse("click"), _mouse("double_click", mouse_button="right")],
        _verdict("sub_task_success"),
        [_mouse("click"), {"action_type": "WaitAction", "wait_time": 2}],
        _verdict("need_retry", advice="look again"),
        [_mouse("drag")],
        _verdict("sub_task_success"),
    )

    run = screenagent.sample(row).trajectory

    assert [step.success for step in run.steps] == [True, True, None, False, True]
    assert run.steps[3].error == "look again"
    assert [step.thought for step in run.steps] == ["first"] * 2 + ["second"] * 3
    assert run.steps[1].params == {"x": 3, "y": 4, "button": "right"}
    assert run.steps[3].params == {"seconds": 2}
    assert run.outcome == "success"
    assert run.started_at is not None
    assert run.started_at.year == 2024


@pytest.mark.parametrize(
    ("verdicts", "outcome"),
    [
        (["sub_task_success"], "unknown"),
        (["sub_task_success", "sub_task_success"], "success"),
        (["sub_task_success", "need_retry"], "failure"),
        (["sub_task_success", "need_reformulate"], "unknown"),
        ([], "unknown"),
    ],
)
def test_only_a_finished_plan_is_a_success(verdicts: list[str], outcome: str) -> None:
    judged = [_verdict(situation) for situation in verdicts]

    run = screenagent.sample(_session(_plan("a", "b"), *judged)).trajectory

    assert run.outcome == outcome


def test_wrong_answers_made_for_training_are_no_part_of_the_session() -> None:
    row = _session(
        _plan("a"),
        [_mouse("click")],
        _verdict("sub_task_success"),
        _verdict("need_retry"),
        _plan("a", "b"),
        times=["1", "2", "3", "3_neg_eval", "4_neg_plan"],
    )

    run = screenagent.sample(row).trajectory

    assert [step.success for step in run.steps] == [True]
    assert run.outcome == "success"
    assert run.started_at is None  # "1" is no time


def test_keyboard_mouse_and_unknown_actions() -> None:
    press = {"action_type": "KeyboardAction", "keyboard_action_type": "press"}
    text = {"action_type": "KeyboardAction", "keyboard_action_type": "text"}
    row = _session(
        [
            {**text, "keyboard_text": "你好"},
            {**press, "keyboard_key": ["Control_L", "a"]},
            {**press, "keyboard_key": "Return"},
            {
                "action_type": "MouseAction",
                "mouse_action_type": "scroll_up",
                "scroll_repeat": 5,
            },
            _mouse("move"),
            _mouse("down"),
            {"action_type": "VoiceAction", "said": "stop"},
        ]
    )

    steps = screenagent.sample(row).trajectory.steps

    assert [(s.action, s.value) for s in steps[:3]] == [
        ("type", "你好"),
        ("key", "Control_L+a"),
        ("key", "Return"),
    ]
    assert steps[3].params == {"direction": "up", "amount": 5}
    assert steps[4].action == "hover"
    assert steps[5].params == {"name": "mouse_down", "x": 3, "y": 4}
    assert steps[6].params["name"] == "VoiceAction"
    assert steps[6].params["said"] == "stop"


# Folders ------------------------------------------------------------------------


def _write(path: Path, *rows: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")


def test_a_row_that_does_not_fit_is_named(tmp_path: Path) -> None:
    good = {"app": "a", "type": "t", "intent": "go"}
    _write(tmp_path / "mobiagent-zh" / "dev.jsonl", good, {"app": "a"})

    with pytest.raises(InvalidInput, match=r"mobiagent-zh/dev\.jsonl, line 2"):
        list(samples(tmp_path / "mobiagent-zh"))


def test_a_missing_file_and_an_unknown_folder_are_named(tmp_path: Path) -> None:
    (tmp_path / "mobiagent-zh").mkdir()

    with pytest.raises(InvalidInput, match=r"can't read .*dev\.jsonl"):
        list(samples(tmp_path / "mobiagent-zh"))
    with pytest.raises(InvalidInput, match=r"no known data set; known: .*mobiagent"):
        list(samples(tmp_path / "nonsense"))
