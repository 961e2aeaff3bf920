"""Runs to be served, and lists of the console's views."""

from collections.abc import Callable
from typing import Any

from fastapi.testclient import TestClient

RUN = {
    "task": "search cat",
    "steps": [{"action": "click", "target": {"role": "button", "name": "go"}}],
    "outcome": "success",
    "source": "test",
}
Bearing = Callable[..., dict[str, str]]
"""Makes headers with a new key."""


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


def walk(
    task: str, *pages: str, outcome: str = "success", **more: Any
) -> dict[str, Any]:
    """A run that clicks a button on each of these pages of a shop."""
    return {
        "task": task,
        "app": "shop",
        "source_task_id": f"{task} {pages} {outcome}",
        "steps": [
            {
                "action": "click",
                "target": {"role": "button", "name": f"{page} button"},
                "page_before": {"url": f"https://shop.example/{page}", "title": page},
                **(more if page == pages[-1] else {}),
            }
            for page in pages
        ],
        "outcome": outcome,
        "source": "test",
    }


def pages(client: TestClient, path: str, **asked: Any) -> list[list[dict[str, Any]]]:
    """All pages of a list."""
    found: list[list[dict[str, Any]]] = []
    after = None
    while not found or after is not None:
        params = {**asked, **({"after": after} if after else {})}
        page = client.get(f"/v1/views/{path}", params=params).json()
        found.append(page["items"])
        after = page["next"]
    return found


def lines(client: TestClient, path: str, **asked: Any) -> list[dict[str, Any]]:
    """All lines of a list, two at a time."""
    return [one for page in pages(client, path, limit=2, **asked) for one in page]
