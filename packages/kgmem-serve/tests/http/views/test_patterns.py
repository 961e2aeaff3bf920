"""Patterns in pages, and one of them with its paths and members."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from kgmem import Memory
from tests.over_http import run


def other_way(task: str) -> dict[str, Any]:
    """The same task, done by the menu."""
    given = run(task)
    menu = {"action": "click", "target": {"role": "link", "name": "Menu"}}
    return {**given, "source_task_id": f"menu {task}", "steps": [menu, *given["steps"]]}


@pytest.fixture
def learned(memory: Memory) -> Memory:
    """Two kinds of tasks, the one done in two ways."""
    for value in ("tea", "lamp", "desk", "bread"):
        memory.learn(run(f"search {value}"))
    memory.learn(other_way("search tea"))
    for value in ("12", "15"):
        memory.learn(run(f"pay {value}", app="Bank"))
    memory.generalize()
    return memory


def listed(client: TestClient, **asked: Any) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = client.get("/v1/views/patterns", params=asked).json()[
        "items"
    ]
    return items


def test_patterns_best_supported_first_as_the_sdk_has_them(
    learned: Memory, client: TestClient
) -> None:
    rows = listed(client)

    known = {one.pattern_id: one for one in learned.patterns()}
    assert {row["pattern_id"] for row in rows} == set(known)
    assert [row["support"] for row in rows] == sorted(
        (row["support"] for row in rows), reverse=True
    )
    for row in rows:
        one = known[row["pattern_id"]]
        assert (row["template"], row["status"]) == (one.template, one.status)
        assert (row["members"], row["steps"]) == (len(one.members), len(one.steps))


def test_patterns_filtered(learned: Memory, client: TestClient) -> None:
    best = listed(client)[0]
    learned.quarantine(best["pattern_id"], by="Ann", why="wrong")

    quarantined = listed(client, status="quarantined")

    assert [row["pattern_id"] for row in quarantined] == [best["pattern_id"]]
    assert best["pattern_id"] not in {
        row["pattern_id"] for row in listed(client, status="active")
    }
    assert {row["app"] for row in listed(client, app="bank")} == {"Bank"}
    assert listed(client, text="no such words") == []


def test_a_pattern_with_paths_that_have_their_own_evidence(
    learned: Memory, client: TestClient
) -> None:
    searching = listed(client, app="shop")[0]

    shown = client.get(f"/v1/views/patterns/{searching['pattern_id']}").json()

    paths = {len(one["steps"]): one for one in shown["paths"]}
    assert (paths[2]["wins"], paths[2]["verified"], paths[2]["tasks"]) == (4, 0, 4)
    assert (paths[3]["wins"], paths[3]["verified"], paths[3]["tasks"]) == (1, 0, 1)
    assert paths[3]["steps"][0] == 'click link "Menu"'
    assert paths[2]["lower_bound"] > paths[3]["lower_bound"]
    assert [slot["kind"] for slot in shown["slots"]]
    assert [step["line"] for step in shown["steps"]][-1] == 'click button "Go"'
    assert shown["history"]
