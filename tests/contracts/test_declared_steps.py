"""What a recorded step says of itself: values that only its caller knows, conditions,
places without a name."""

from typing import Any

import pytest

from kgmem import Memory, Plan

SIGN_IN = "Sign in to the shop"


def signing_in(run: str, task: str = SIGN_IN) -> dict[str, Any]:
    return {
        "task": task,
        "app": "shop",
        "source_task_id": run,
        "outcome": "success",
        "judge": "person",
        "steps": [
            {
                "action": "click",
                "target": {"role": "button", "name": "Accept cookies"},
                "params": {"optional": True},
            },
            {
                "action": "type",
                "target": {"role": "textbox", "name": "Password"},
                "value": "{x_password}",
                "params": {"asks": ["x_password"]},
            },
            {"action": "click", "target": {"role": "button", "name": "Sign in"}},
        ],
    }


def clicking(target: dict[str, str]) -> dict[str, Any]:
    step = {
        "action": "click",
        "target": target,
        "params": {"position": {"x": 7, "y": 9}},
    }
    return {"task": "Mark it", "app": "map", "outcome": "success", "steps": [step]}


def plan_of(memory: Memory, task: str) -> Plan:
    plan = memory.recall(task, app="shop").plan
    assert plan is not None
    return plan


class TestDeclaredSteps:
    def test_what_only_the_caller_knows_is_asked_for(self, memory: Memory) -> None:
        memory.learn(signing_in("run-1"))

        found = memory.recall(SIGN_IN, app="shop")

        assert found.plan is not None
        assert found.route == "adaptive_replay"
        assert found.plan.asks == ("x_password",)
        assert "the value of x_password" in found.wanted
        assert found.plan.steps[1].params == {}
        assert found.plan.answered({"x_password": "Tea"}).steps[1].value == "Tea"

    @pytest.mark.parametrize(
        ("target", "route"),
        [
            ({"tag": "canvas", "name": "Map"}, "adaptive_replay"),
            ({"tag": "div", "path": "/html/body/div"}, "adaptive_replay"),
            ({"role": "button", "name": "Here"}, "direct_replay"),
        ],
    )
    def test_what_is_known_by_its_place_alone_is_asked_about(
        self, memory: Memory, target: dict[str, str], route: str
    ) -> None:
        memory.learn(clicking(target))

        found = memory.recall("Mark it", app="map")

        assert found.route == route
