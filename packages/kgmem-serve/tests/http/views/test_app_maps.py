"""An app's map: pages, ways and where they fail."""

from typing import Any

from fastapi.testclient import TestClient

from kgmem import Memory
from tests.over_http import lines, walk


def learn_some(memory: Memory) -> None:
    memory.learn(walk("buy a book", "home", "search", "cart"))
    memory.learn(walk("buy a pen", "home", "search", "cart"))
    memory.learn(
        walk("buy a cup", "home", "search", outcome="failure", error="no button")
    )


def app_map(client: TestClient, app: str = "shop") -> dict[str, Any]:
    found: dict[str, Any] = client.get("/v1/views/apps/map", params={"app": app}).json()
    return found


def by_name(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["url_template"].rpartition("/")[2]: one for one in told["pages"]}


def test_map_counts_runs_by_page_and_by_way(memory: Memory, client: TestClient) -> None:
    learn_some(memory)

    told = app_map(client)

    pages = by_name(told)
    names = {one["page_id"]: name for name, one in pages.items()}
    ways = {
        (names[one["source"]], names[one["target"]]): (
            one["runs"],
            one["successes"],
            one["failures"],
        )
        for one in told["ways"]
    }
    assert told["runs"] == 3
    assert {name: one["runs"] for name, one in pages.items()} == {
        "home": 3,
        "search": 3,
        "cart": 2,
    }
    assert ways == {("home", "search"): (3, 2, 1), ("search", "cart"): (2, 2, 0)}
    assert pages["search"]["failed"] == 1
    assert pages["home"]["failed"] == 0
    assert pages["home"]["entered"] == 3


def test_quarantined_runs_and_other_spaces_are_in_no_map(
    memory: Memory, client: TestClient
) -> None:
    learned = memory.learn(walk("buy a book", "home", "cart"))
    memory.in_space("other").learn(walk("buy a book", "home", "pay"))
    memory.quarantine(learned.experience_id, by="test", why="wrong")

    told = app_map(client)

    assert told["runs"] == 0
    assert told["pages"] == []


def test_page_tells_its_elements_and_runs_page_by_page(
    memory: Memory, client: TestClient
) -> None:
    learn_some(memory)
    page = f"pages/{by_name(app_map(client))['search']['page_id']}"

    elements = lines(client, f"{page}/elements")
    runs = lines(client, f"{page}/runs")

    assert [(one["name"], one["tasks"]) for one in elements] == [("search button", 3)]
    assert sorted(one["task"] for one in runs) == [
        "buy a book", "buy a cup", "buy a pen"
    ]  # fmt: skip


def test_place_of_another_list_is_refused(client: TestClient) -> None:
    answer = client.get("/v1/views/apps", params={"after": "abc"})

    assert answer.status_code == 422
    assert "after" in answer.json()["error"]["message"]
