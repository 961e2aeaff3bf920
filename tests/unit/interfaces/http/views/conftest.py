"""A served memory whose views are asked."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from kgmem import Memory
from kgmem.interfaces.http.app import create_app


def run(task: str, *, outcome: str = "success", app: str = "shop") -> dict[str, Any]:
    """A short run of a task."""
    return {
        "task": task,
        "app": app,
        "url": f"https://{app}.example/start",
        "source_task_id": f"{app} {task} {outcome}",
        "steps": [
            {
                "action": "type",
                "target": {"role": "textbox", "name": "Search"},
                "value": task.split(" ", 1)[-1],
            },
            {"action": "click", "target": {"role": "button", "name": "Go"}},
        ],
        "outcome": outcome,
        "source": "test",
    }


@pytest.fixture
def client(memory: Memory) -> TestClient:
    return TestClient(create_app(memory))
