"""What a person can settle, and that it is settled then."""

from datetime import UTC, datetime
from typing import Any

from fastapi.testclient import TestClient

from kgmem import Memory
from tests.over_http import run


def of(client: TestClient, sort: str, **asked: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(
        f"/v1/views/questions/{sort}", params=asked
    ).json()["items"]
    return found


def counts(client: TestClient) -> dict[str, int]:
    return {
        one["sort"]: one["open"] for one in client.get("/v1/views/questions").json()
    }


def settle(client: TestClient, verb: str, id: str) -> None:
    body = {"id": id, "by": "test", "why": "seen"}
    assert client.post(f"/v1/{verb}", json=body).status_code == 200


def test_run_that_nobody_judged_is_settled_by_a_decision(
    memory: Memory, client: TestClient
) -> None:
    memory.learn(run("search cat", outcome="unknown"))

    [asked] = of(client, "unjudged")
    before = counts(client)["unjudged"]
    settle(client, asked["verbs"][0], asked["id"])

    assert (asked["text"], before) == ("search cat", 1)
    assert of(client, "unjudged") == []


def test_plan_that_did_not_go_as_told_is_asked_about(
    memory: Memory, client: TestClient
) -> None:
    memory.learn(run("search cat"))
    for _ in range(2):
        plan = memory.recall("search cat", app="shop").plan
        assert plan is not None
        memory.report(plan, "failure", failed_step=2, reason="no such button")

    asked = of(client, "plans")
    settle(client, "quarantine", asked[0]["id"])

    told = [one["told"] for one in asked]
    assert told == [['click button "Go"', "no such button"]]
    assert asked[0]["figures"] == {"failed_step": 2, "times": 2}
    assert of(client, "plans") == []


def test_facts_that_contradict_each_other_are_settled_by_a_retraction(
    memory: Memory, client: TestClient
) -> None:
    may = datetime(2025, 5, 1, tzinfo=UTC)
    memory.declare_predicate("works at", single_valued=True)
    one = memory.add_triple("Ann", "works at", "Acme", valid_from=may)
    other = memory.add_triple("Ann", "works at", "Bolt", valid_from=may)

    [asked] = of(client, "facts")
    client.post("/v1/retract_fact", json={"fact_id": other, "reason": "wrong"})

    assert {fact["fact_id"] for fact in asked["facts"]} == {one, other}
    assert of(client, "facts") == []


def test_what_is_open_in_another_space_is_not_told(
    memory: Memory, client: TestClient
) -> None:
    memory.in_space("other").learn(run("search cat", outcome="unknown"))

    assert set(counts(client).values()) == {0}
