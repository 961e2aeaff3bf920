"""Raw histories of several shapes, and the flat record."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.errors import InvalidInput
from kgmem.learn.histories.read import read_history
from kgmem.learn.histories.record import trajectory_from_record
from kgmem.model.experience import ActionStep, ExperienceRecord
from kgmem.model.trajectory import Locator, Step, Trajectory
from tests.examples import examples


def read(*entries: Any, **more: Any) -> Trajectory:
    given = {"is_successful": True, "source_task_id": "run-1", "task": "T", **more}
    return read_history(list(entries), **given).trajectory


def only(*entries: Any) -> Step:
    (step,) = read(*entries).steps
    return step


class TestShapes:
    def test_thought_action_and_description(self) -> None:
        step = only(
            {
                "thought": "look",
                "action": "点击",
                "target_element_description": "搜索框",
            }
        )

        assert (step.action, step.thought) == ("click", "look")
        assert step.target is not None
        assert step.target.name == "搜索框"

    def test_a_nested_action_with_a_result(self) -> None:
        step = only(
            {
                "action": {"type": "input", "target": "#q", "value": "mice"},
                "result": {"success": False, "error": "timeout", "url": "http://h/2"},
                "url": "http://h/1",
            }
        )

        assert (step.action, step.value) == ("type", "mice")
        assert step.target is not None
        assert step.target.locators == (Locator(kind="css", value="#q"),)
        assert (step.success, step.error) == (False, "timeout")
        assert step.page_before is not None
        assert step.page_after is not None
        assert (step.page_before.url, step.page_after.url) == (
            "http://h/1",
            "http://h/2",
        )

    def test_flat_fields(self) -> None:
        step = only(
            {
                "step": 3, "action_type": "click", "element": "Search",
                "url": "http://h", "success": True, "error": None,
                "duration_ms": 40, "timestamp": "2026-01-02T03:04:05Z",
            }
        )  # fmt: skip

        assert step.compact() == {
            "action": "click",
            "target": {"name": "Search"},
            "page_before": {"url": "http://h"},
            "success": True,
            "duration_ms": 40,
            "at": "2026-01-02T03:04:05Z",
        }

    def test_actions_as_words(self) -> None:
        run = read({"action": "click('Search')"}, {"action": "type: hello"})

        assert [step.action for step in run.steps] == ["click", "type"]
        assert run.steps[1].value == "hello"

    def test_browser_use_with_several_actions(self) -> None:
        run = read(
            {
                "model_output": {
                    "next_goal": "search",
                    "action": [
                        {"input": {"index": 3, "text": "mice"}},
                        {"click": {"index": 4}},
                    ],
                },
                "state": {
                    "url": "http://h",
                    "title": "H",
                    "interacted_element": [
                        {
                            "node_name": "INPUT", "x_path": "html/body/input",
                            "ax_name": "Query", "attributes": {"id": "q"},
                            "element_hash": 99, "bounds": {"x": 1, "y": 2, "width": 3,
                                                           "height": 4},
                        },
                        None,
                    ],
                },
                "result": [{"is_done": False}, {"error": "gone"}],
            },
            {"model_output": {"action": [{"done": {"text": "bought"}}]}, "state": {}},
        )  # fmt: skip

        typed, clicked = run.steps
        assert (typed.action, typed.value, typed.thought) == (
            "type",
            "mice",
            "next_goal: search",
        )
        assert typed.target is not None
        assert typed.target.name == "Query"
        assert typed.target.path == "/html/body[1]/input[1]"
        assert "element_hash" not in typed.target.attributes
        assert clicked.error == "gone"
        assert clicked.page_before is not None
        assert clicked.page_before.url == "http://h"
        assert clicked.params["finish"] == {"name": "done", "text": "bought"}
        assert run.answer == "bought"

    def test_a_chat_with_tool_calls(self) -> None:
        run = read(
            {"role": "system", "content": "you are an agent"},
            {"role": "user", "content": [{"type": "text", "text": "Buy milk"}]},
            {
                "role": "assistant",
                "content": "first the search",
                "tool_calls": [
                    {"function": {"name": "click", "arguments": '{"selector": "//a"}'}},
                    {"function": {"name": "get_order", "arguments": '{"id": 5}'}},
                ],
            },
            {"role": "tool", "content": "shipped"},
            task=None,
        )

        clicked, asked = run.steps
        assert run.task == "Buy milk"
        assert clicked.action == "click"
        assert clicked.thought is not None
        assert clicked.thought.endswith("first the search")
        assert asked.action == "tool"
        assert asked.params == {"name": "get_order", "id": 5, "result": "shipped"}

    def test_our_own_steps(self) -> None:
        own = Step(action="select", value="Red", target={"name": "Colour"}, effect=True)  # type: ignore[arg-type]  # pydantic makes an Element of it

        assert only(own.compact()) == own

    def test_elements_are_found_on_the_observed_page(self) -> None:
        step = only(
            {
                "action": {"type": "click", "id": 5},
                "observation": {
                    "page_hint": "results",
                    "elements": [{"id": 5, "type": "button", "label": "Go"}],
                },
            }
        )

        assert step.target is not None
        assert (step.target.element_id, step.target.name) == (5, "Go")

    def test_points(self) -> None:
        step = only({"action": "tap", "coordinate": [10, 20]})

        assert step.target is not None
        assert step.target.box is not None
        assert (step.target.box.x, step.target.box.y) == (10, 20)


class TestNothingIsLost:
    def test_unknown_fields_and_verbs_are_kept(self) -> None:
        step = only({"action": "frobnicate", "speed": {"x": [1, float("nan")]}})

        assert step.action == "custom"
        assert step.params == {"name": "frobnicate", "speed": {"x": [1, "nan"]}}

    def test_large_fields_are_cut_and_say_so(self) -> None:
        step = only({"action": "click", "screenshot": "A" * 100_000})

        kept = step.params["screenshot"]
        assert isinstance(kept, str)
        assert len(kept) < 11_000
        assert "90000 characters left out" in kept

    def test_deep_fields_are_cut(self) -> None:
        deep: Any = 1
        for _ in range(60):
            deep = [deep]

        nested: Any = {"success": True}
        for _ in range(60):
            nested = {"result": nested}

        step = only({"action": "click", "deep": deep, "result": nested})

        assert "nested too deeply" in str(step.params["deep"])


class TestTheTask:
    @pytest.mark.parametrize(
        "entry",
        [
            {"task": "Buy milk", "action": "click"},
            {"goal": "Buy milk"},
            {"query": "Buy milk"},
            {"task_text": "Buy milk"},
            {"role": "user", "content": "Buy milk"},
        ],
    )
    def test_is_found_in_the_history(self, entry: dict[str, Any]) -> None:
        run = read(entry, {"action": "click", "target": "a"}, task=None)

        assert run.task == "Buy milk"
        assert all("task" not in step.params for step in run.steps)

    def test_a_query_of_an_action_is_no_task(self) -> None:
        with pytest.raises(InvalidInput, match="pass task="):
            read({"action": "search", "query": "mice"}, task=None)

    def test_the_app_that_all_entries_name_is_the_app(self) -> None:
        clicks = [{"app": "淘宝", "action": "click", "target": n} for n in "ab"]

        run = read(*clicks)

        assert run.app == "淘宝"
        assert all(step.params == {} for step in run.steps)
        assert read(*clicks, {"app": "京东", "action": "back"}).app is None
        assert read(*clicks, app="天猫").app == "天猫"

    def test_an_app_that_is_opened_stays_with_its_step(self) -> None:
        step = only({"action": "open_app", "app": "微信"})

        assert step.value == "微信"


@pytest.mark.parametrize(
    ("history", "fault"),
    [
        (None, "raw_history is a NoneType"),
        ("click", "raw_history is a str"),
        ({}, "raw_history is a dict"),
        ([{"action": "click"}, 3], r"raw_history\[1\] is a int"),
        ([], "pass task="),
        ([{"task": "Go"}], "shows no success"),
    ],
)
def test_bad_histories_are_named(history: Any, fault: str) -> None:
    with pytest.raises(InvalidInput, match=fault):
        read_history(history, is_successful=True, source_task_id="r")


def test_a_success_without_any_action_is_refused() -> None:
    with pytest.raises(InvalidInput, match="none of its 0 entries"):
        read_history([], is_successful=True, source_task_id="r", task="Go")


def test_a_call_whose_arguments_are_cut_off_is_no_deed() -> None:
    step = only({"tool": "click", "arguments": '{"name": "Go'})

    assert (step.action, step.params["name"]) == ("custom", "click")


def test_failure_and_success_are_as_told() -> None:
    assert read({"action": "click"}).outcome == "success"
    assert read({"action": "click"}, is_successful=False).outcome == "failure"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)
names = st.sampled_from(
    ["action", "action_type", "type", "target", "element", "value", "text", "url",
     "result", "state", "model_output", "role", "content", "tool_calls", "params",
     "index", "x", "y", "elements", "observation", "success", "error", "at", "name"]
)  # fmt: skip


@examples(300)
@given(st.lists(st.dictionaries(names, json_values, max_size=6), max_size=4))
def test_any_history_is_read_or_refused(history: list[dict[str, Any]]) -> None:
    try:
        run = read(*history)
    except InvalidInput:
        return

    assert Trajectory.model_validate_json(run.model_dump_json()).task == "T"


FLAT: dict[str, Any] = {
    "task_description": "在淘宝买手机",
    "keywords": ["淘宝"],
    "action_flow": [
        {"thought": "t", "action": "点击", "target_element_description": "搜索框"},
        {"action": "type: 手机", "target_element_description": "搜索框"},
    ],
    "preconditions": "已登录",
    "is_successful": True,
    "source_task_id": "9",
}  # fmt: skip


class TestRecord:
    def test_mapping_model_and_object_say_the_same(self) -> None:
        model = ExperienceRecord.model_validate(FLAT)
        flow = [ActionStep(**step) for step in FLAT["action_flow"]]
        loose = SimpleNamespace(**{**FLAT, "action_flow": flow})

        run = trajectory_from_record(FLAT)

        assert run == trajectory_from_record(model) == trajectory_from_record(loose)
        assert [step.action for step in run.steps] == ["click", "type"]
        assert run.steps[1].value == "手机"
        assert run.steps[1].target is not None
        assert run.steps[1].target.name == "搜索框"
        assert (run.keywords, run.preconditions) == (("淘宝",), "已登录")

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"task_description": None}, "task_description"),
            ({"is_successful": "perhaps"}, "is_successful"),
            ({"action_flow": "click"}, "action_flow"),
            ({"action_flow": [3]}, "ActionStep"),
            ({"action_flow": [{"thought": "x"}]}, r"action_flow\[0\].action"),
        ],
    )
    def test_a_bad_field_is_named(self, change: dict[str, Any], field: str) -> None:
        with pytest.raises(InvalidInput, match=field):
            trajectory_from_record({**FLAT, **change})

    def test_something_else_is_refused(self) -> None:
        with pytest.raises(InvalidInput, match="task_description"):
            trajectory_from_record(3)
