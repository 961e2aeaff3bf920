"""What facts say of a thing, in pages, as of a day, and what became of each."""

from datetime import UTC, datetime

from fastapi.testclient import TestClient

from kgmem import Memory

MAY = datetime(2025, 5, 1, tzinfo=UTC)


def test_subjects_are_found_by_a_part_of_the_name(
    memory: Memory, client: TestClient
) -> None:
    for name in ("Ann Lee", "Bob"):
        memory.add_triple(name, "likes", "tea")

    found = client.get("/v1/views/subjects", params={"q": "lee"}).json()["items"]

    assert [one["name"] for one in found] == ["Ann Lee"]


def test_history_tells_what_happened_and_what_it_contradicts(
    memory: Memory, client: TestClient
) -> None:
    memory.declare_predicate("works at", single_valued=True)
    one = memory.add_triple("Ann", "works at", "Acme", valid_from=MAY, source="cv")
    other = memory.add_triple("Ann", "works at", "Bolt", valid_from=MAY)
    before = client.get(f"/v1/views/facts/{one}").json()
    memory.retract_fact(other, reason="a mistake")

    after = client.get(f"/v1/views/facts/{other}").json()

    assert [(link["link"], link["fact_id"]) for link in before["links"]] == [
        ("contradicts", other)
    ]
    assert [event["source"] for event in before["events"]] == ["cv"]
    assert before["known"]
    assert [event["what"] for event in after["events"]] == ["stated", "retracted"]
    assert after["events"][1]["reason"] == "a mistake"
    assert not after["known"]


def test_behind_a_fact_stands_the_message_that_says_it(
    memory: Memory, client: TestClient
) -> None:
    ann = memory.agent("ann")
    talk = ann.conversation("monday")
    talk.add("user", "I live in Lyon.")
    ann.update_with_pipeline(talk)
    (fact,) = ann.facts()

    shown = client.get(f"/v1/views/facts/{fact.fact_id}").json()["said"]

    told = [(one["text"], one["role"], one["agent"], one["session"]) for one in shown]
    assert told == [("I live in Lyon.", "user", "ann", "monday")]
    assert shown[0]["at"]
