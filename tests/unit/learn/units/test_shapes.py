"""The wire's JSON units."""

from typing import Any

import pytest

from kgmem.errors import InvalidInput
from kgmem.learn.units.merge import merge_session
from kgmem.learn.units.shapes import parse_unit
from kgmem.learn.units.unit import SessionUnit, StepUnit
from kgmem.model.trajectory import Page

OBSERVATION = {
    "url": "http://h/",
    "page_stats": {"links": 4, "inputs": 1, "buttons": 2},
    "interactive_elements": [
        {"id": 5, "type": "button", "label": "Go", "attributes": {"class": "x", "n": 1}}
    ],
    "dom_snapshot_ref": "dom-1",
    "a11y_tree_ref": "ax-1",
    "screenshot_ref": "s/1.png",
}
STEP = {
    "step_id": "u-1",
    "timestamp": "2026-01-02T03:04:05+08:00",
    "task_context": {"task_text": "Buy milk", "url": "http://h/"},
    "observation": {
        "page_hint": "a shop",
        "elements": [{"id": 5, "type": "button", "label": "Go"}],
    },
    "action": {"type": "click", "target": 5},
    "result": {"success": True, "note": "fast"},
}
SESSION = {
    "session_id": "s-1",
    "task_info": {"task_text": "Buy milk", "domain": "h", "start_url": "http://h/"},
    "final_status": "success",
    "steps": [
        {
            "step_number": 1,
            "action": {"type": "click", "id": 5},
            "url": "http://h/",
            "observation_hint": "shop",
            "success": True,
        },
        {
            "step_number": 2,
            "action": {"type": "navigate", "url": "http://h/cart"},
            "url": "http://h/list",
            "observation_hint": "",
            "success": True,
        },
    ],
}


def session(unit: Any = SESSION) -> SessionUnit:
    found = parse_unit(unit)
    assert isinstance(found, SessionUnit)
    return found


def step_unit(unit: Any) -> StepUnit:
    found = parse_unit(unit)
    assert isinstance(found, StepUnit)
    return found


class TestParsing:
    def test_an_observation(self) -> None:
        found = step_unit(OBSERVATION)

        page = found.step.page_before
        assert page is not None
        assert found.task_text is None
        assert found.step.params == {"name": "observe"}
        assert page.url == "http://h/"
        assert page.stats == {"links": 4, "inputs": 1, "buttons": 2}
        assert page.elements[0].attributes == {"class": "x", "n": "1"}
        assert (page.dom_ref, page.a11y_ref, page.screenshot_ref) == (
            "dom-1",
            "ax-1",
            "s/1.png",
        )

    def test_a_step(self) -> None:
        found = step_unit(STEP)

        target = found.step.target
        assert (found.task_text, found.unit_id) == ("Buy milk", "u-1")
        assert found.at is not None
        assert found.at == found.step.at
        assert found.step.action == "click"
        assert target is not None
        assert (target.name, target.tag) == ("Go", "button")
        assert found.step.page_before is not None
        assert found.step.page_before.hint == "a shop"
        assert found.step.success is True
        assert found.step.params == {"result": {"note": "fast"}}

    def test_a_session(self) -> None:
        run = session().trajectory

        assert (run.task, run.domain, run.url) == ("Buy milk", "h", "http://h/")
        assert (run.outcome, run.source_task_id) == ("success", "s-1")
        assert [step.action for step in run.steps] == ["click", "navigate"]
        assert run.steps[1].value == "http://h/cart"
        assert run.steps[1].page_before == Page(url="http://h/list")

    def test_the_short_form_of_the_end(self) -> None:
        run = session(
            {
                "task_summary": {
                    "task_text": "Buy milk",
                    "final_status": "failed",
                    "steps": [{"action": "click('Go')"}, "type: milk"],
                }
            }
        ).trajectory

        assert run.outcome == "failure"
        assert [step.action for step in run.steps] == ["click", "type"]

    @pytest.mark.parametrize(
        ("status", "outcome"),
        [
            ("SUCCESS", "success"), ("succeeded", "success"), (True, "success"),
            ("failed", "failure"), ("failure", "failure"), ("error", "failure"),
            ("成功", "success"), ("失败", "failure"), ("unknown", "unknown"),
        ],
    )  # fmt: skip
    def test_statuses(self, status: Any, outcome: str) -> None:
        run = session({**SESSION, "final_status": status}).trajectory

        assert run.outcome == outcome

    @pytest.mark.parametrize(
        ("unit", "field"),
        [
            (3, "unit"),
            ({}, "unit"),
            ({"task_summary": 1}, "task_summary"),
            ({"task_summary": {"final_status": "ok"}}, "task_summary.task_text"),
            ({"task_info": {}, "final_status": "ok"}, "task_info.task_text"),
            ({"task_info": {"task_text": "t"}}, "final_status"),
            ({**SESSION, "final_status": "great"}, "final_status"),
            ({**SESSION, "task_info": "x"}, "task_info"),
            ({**SESSION, "steps": "x"}, "steps"),
            ({**SESSION, "steps": [{}]}, r"steps\[0\].action"),
            ({**SESSION, "steps": [1]}, r"steps\[0\]"),
            ({"task_context": {"task_text": "t"}}, "action"),
            ({**STEP, "task_context": "t"}, "task_context"),
            ({**STEP, "observation": {"elements": 3}}, "observation.elements"),
            (
                {**OBSERVATION, "interactive_elements": [1]},
                r"interactive_elements\[0\]",
            ),
            ({**OBSERVATION, "page_stats": [1]}, "page_stats"),
        ],
    )
    def test_bad_units_are_named(self, unit: Any, field: str) -> None:
        with pytest.raises(InvalidInput, match=field):
            parse_unit(unit)


class TestMerging:
    def test_a_session_takes_what_its_steps_told(self) -> None:
        run = merge_session(session(), [step_unit(STEP)])

        first, second = run.steps
        assert first.target is not None
        assert first.target.name == "Go"
        assert first.page_before is not None
        assert first.page_before.hint == "shop"
        assert len(first.page_before.elements) == 1
        assert first.params == {"result": {"note": "fast"}}
        assert second == session().trajectory.steps[1]
        assert run.started_at == first.at

    def test_steps_of_another_address_or_action_are_not_matched(self) -> None:
        away = {**STEP, "task_context": {"task_text": "Buy milk", "url": "http://x/"}}
        typed = {**STEP, "action": {"type": "type", "text": "x"}}

        run = merge_session(session(), [step_unit(away), step_unit(typed)])

        assert run.steps == session().trajectory.steps

    def test_steps_are_matched_in_order(self) -> None:
        told = session(
            {**SESSION, "steps": [{"action": "click", "url": "http://h/"}] * 3}
        )
        units = [step_unit({**STEP, "timestamp": f"2026-01-0{n}"}) for n in (1, 2, 3)]

        run = merge_session(told, units)

        assert [step.at and step.at.day for step in run.steps] == [1, 2, 3]

    def test_a_step_that_was_stored_redacted_is_matched(self) -> None:
        typed = {"type": "type", "text": "hunter2", "target": "Password"}
        stored = {**STEP, "action": {**typed, "text": "[REDACTED:password#1]"}}
        told = session({**SESSION, "steps": [{"action": typed, "url": "http://h/"}]})

        run = merge_session(told, [step_unit(stored)])

        assert run.steps[0].value == "hunter2"
        assert run.steps[0].success is True

    def test_without_steps_of_its_own_the_units_are_the_steps(self) -> None:
        units = [step_unit(OBSERVATION), step_unit({**STEP, "observation": {}})]

        run = merge_session(session({**SESSION, "steps": []}), units)

        (step,) = run.steps
        assert step.page_before is not None
        assert step.page_before.stats["links"] == 4

    def test_lone_observations_become_pages_where_each_fits(self) -> None:
        told = session({**SESSION, "steps": SESSION["steps"][:1]})  # type: ignore[index]
        end = {**OBSERVATION, "url": "http://h/list"}

        run = merge_session(told, [step_unit(OBSERVATION), step_unit(end)])

        (step,) = run.steps
        assert step.target is not None
        assert step.target.name == "Go"
        assert step.page_after is not None
        assert step.page_after.url == "http://h/list"

    def test_observations_that_do_not_fit_tell_nothing(self) -> None:
        other = {**OBSERVATION, "url": "http://elsewhere/"}

        run = merge_session(session(), [step_unit(OBSERVATION), step_unit(other)])

        assert run.steps == session().trajectory.steps
