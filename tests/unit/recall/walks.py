"""Runs of short walks through pages, for the tests of whole recalls."""

from typing import Any

from kgmem import Memory, Plan


def typed(name: str, value: str) -> dict[str, Any]:
    return {
        "action": "type",
        "target": {"role": "textbox", "name": name},
        "value": value,
    }


def click(name: str, role: str = "button", **target: Any) -> dict[str, Any]:
    return {"action": "click", "target": {"role": role, "name": name, **target}}


def chosen(name: str, value: str, **target: Any) -> dict[str, Any]:
    element = {"role": "combobox", "name": name, **target}
    return {"action": "select", "target": element, "value": value}


def walk(
    task: str, steps: list[dict[str, Any]], app: str = "desk", **more: Any
) -> dict[str, Any]:
    return {"task": task, "app": app, "outcome": "success", "steps": steps, **more}


def planned(memory: Memory, task: str, app: str = "desk", **more: Any) -> Plan:
    plan = memory.recall(task, app=app, **more).plan
    assert plan is not None
    return plan
