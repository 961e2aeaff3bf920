"""An app's map: pages, ways and where they fail."""

from typing import Any

from fastapi.testclient import TestClient

from kgmem import Memory


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


def test_map_is_drawn_in_layers_from_where_runs_begin(
    memory: Memory, client: TestClient
) -> None:
    learn_some(memory)

    pages = by_name(app_map(client))

    layers = [pages[name]["layer"] for name in ("home", "search", "cart")]
    assert layers == [0, 1, 2]


def test_quarantined_runs_and_other_spaces_are_in_no_map(
    memory: Memory, client: TestClient
) -> None:
    learned = memory.learn(walk("buy a book", "home", "cart"))
    memory.in_space("other").learn(walk("buy a book", "home", "pay"))
    memory.quarantine(learned.experience_id, by="test", why="wrong")

    told = app_map(client)

    assert told["runs"] == 0
    assert told["pages"] == []


def test_quarantined_runs_are_not_behind_a_page(
    memory: Memory, client: TestClient
) -> None:
    learn_some(memory)
    page = by_name(app_map(client))["home"]["page_id"]
    path = f"/v1/views/pages/{page}/runs"
    listed = client.get(path).json()["items"]
    gone = listed[0]["experience_id"]
    memory.quarantine(gone, by="test", why="wrong")

    told = client.get(path).json()["items"]

    assert [one["experience_id"] for one in told] == [
        one["experience_id"] for one in listed[1:]
    ]


def test_apps_come_in_pages(memory: Memory, client: TestClient) -> None:
    for app in ("one", "three", "two"):
        memory.learn({**walk("buy", "home"), "app": app, "source_task_id": app})

    first = client.get("/v1/views/apps", params={"limit": 2}).json()
    rest = client.get(
        "/v1/views/apps", params={"limit": 2, "after": first["next"]}
    ).json()

    assert [one["app"] for one in first["items"]] == ["one", "three"]
    assert rest == {"items": [{"app": "two", "tasks": 1, "pages": 1}], "next": None}


def test_page_tells_its_elements_and_runs_page_by_page(
    memory: Memory, client: TestClient
) -> None:
    learn_some(memory)
    page = by_name(app_map(client))["search"]["page_id"]
    path = f"/v1/views/pages/{page}"

    elements = client.get(f"{path}/elements").json()["items"]
    first = client.get(f"{path}/runs", params={"limit": 2}).json()
    rest = client.get(
        f"{path}/runs", params={"limit": 2, "after": first["next"]}
    ).json()

    assert [(one["name"], one["tasks"]) for one in elements] == [("search button", 3)]
    tasks = [one["task"] for one in (*first["items"], *rest["items"])]
    assert sorted(tasks) == ["buy a book", "buy a cup", "buy a pen"]
    assert rest["next"] is None


def test_runs_of_a_page_by_outcome_and_by_where_they_go_on(
    memory: Memory, client: TestClient
) -> None:
    learn_some(memory)
    pages = by_name(app_map(client))
    path = f"/v1/views/pages/{pages['search']['page_id']}/runs"

    failed = client.get(path, params={"outcome": "failure"}).json()["items"]
    onward = client.get(path, params={"onward": pages["cart"]["page_id"]}).json()

    assert [one["task"] for one in failed] == ["buy a cup"]
    assert sorted(one["task"] for one in onward["items"]) == ["buy a book", "buy a pen"]


def test_page_of_another_space_is_not_there(memory: Memory, client: TestClient) -> None:
    learn_some(memory)
    page = by_name(app_map(client))["home"]["page_id"]

    answer = client.get(f"/v1/views/pages/{page}", headers={"kgmem-space": "other"})

    assert answer.status_code == 404


def test_place_of_another_list_is_refused(client: TestClient) -> None:
    answer = client.get("/v1/views/apps", params={"after": "abc"})

    assert answer.status_code == 422
    assert "after" in answer.json()["error"]["message"]
