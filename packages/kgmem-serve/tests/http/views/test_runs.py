"""Runs in pages, and one of them."""

import pytest
from fastapi.testclient import TestClient

from kgmem import Memory
from tests.over_http import pages, run

TASKS = [f"search cat {n}" for n in range(7)]


@pytest.fixture
def learned(memory: Memory) -> Memory:
    """Seven successes in a shop and a failure at a bank."""
    for task in TASKS:
        memory.learn(run(task))
    memory.learn(run("pay Dog", outcome="failure", app="Bank"))
    return memory


def test_each_run_stands_on_one_page_newest_first(
    learned: Memory, client: TestClient
) -> None:
    listed = pages(client, "runs", limit=3)

    rows = [row for page in listed for row in page]
    assert [len(page) for page in listed] == [3, 3, 2]
    assert sorted(row["task"] for row in rows) == sorted([*TASKS, "pay Dog"])
    times = [row["recorded_at"] for row in rows]
    assert times == sorted(times, reverse=True)


@pytest.mark.parametrize(
    ("asked", "tasks"),
    [
        ({"outcome": "failure"}, ["pay Dog"]),
        ({"app": "bank"}, ["pay Dog"]),
        ({"text": "dOG"}, ["pay Dog"]),
        ({"text": "cat 3"}, ["search cat 3"]),
        ({"app": "shop", "text": "cat 3"}, ["search cat 3"]),
        ({"app": "shop", "text": "dog"}, []),
        ({"app": "shop", "outcome": "failure"}, []),
        ({"text": "dog", "outcome": "success"}, []),
        ({"text": "%"}, []),
        ({"app": "nowhere"}, []),
    ],
)
def test_filters(
    learned: Memory, client: TestClient, asked: dict[str, str], tasks: list[str]
) -> None:
    page = client.get("/v1/views/runs", params=asked).json()

    assert [row["task"] for row in page["items"]] == tasks


def test_a_run_with_its_steps_in_words_and_what_was_decided(
    memory: Memory, client: TestClient
) -> None:
    given = run("search tea")
    given["steps"][0]["page_before"] = {
        "url": "https://shop.example/start",
        "screenshot_ref": "shots/1.png",
        "elements": [{"role": "button", "name": "Other"}],
    }
    learned = memory.learn({**given, "app_version": "4.2", "device": "desk"})
    memory.approve(learned.experience_id, by="Ann", why="seen")

    shown = client.get(f"/v1/views/runs/{learned.experience_id}").json()

    page = shown["run"]["steps"][0]["page_before"]
    assert shown["lines"][0] == 'type "tea" into textbox "Search"'
    assert page["screenshot_ref"] == "shots/1.png"
    assert page["elements"] == []
    assert shown["beside"]["app_version"] == "4.2"
    assert shown["beside"]["recorded_at"].startswith("20")
    assert [one["by"] for one in shown["decisions"]] == ["Ann"]


@pytest.mark.parametrize("after", ["", "x", "W10", "WzEsMl0", "ÿ", "a" * 3_000])
def test_a_place_that_no_page_gave_is_refused(client: TestClient, after: str) -> None:
    answer = client.get("/v1/views/runs", params={"after": after})

    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "InvalidInput"
