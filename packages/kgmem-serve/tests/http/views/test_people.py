"""People: what is known, lived, said and corrected."""

import base64
from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient

from kgmem import Memory
from tests.over_http import lines

DAY = datetime(2025, 5, 1, 12, tzinfo=UTC)
ANN = "team/ann"


@pytest.fixture
def known(memory: Memory) -> Memory:
    agent = memory.agent(ANN)
    agent.update_profile("Likes tea.")
    for n in range(3):
        agent.add_event(f"Did thing {n}.", at=DAY + timedelta(days=n))
    conversation = agent.conversation("one")
    for n in range(3):
        conversation.add("user", f"Message {n}.", at=DAY + timedelta(minutes=n))
    memory.agent("bob").update_profile("Likes rum.")
    return memory


@pytest.mark.usefixtures("known")
def test_people_are_told_with_what_they_lived_and_said(client: TestClient) -> None:
    listed = lines(client, "people")

    assert [one["agent"] for one in listed] == ["bob", ANN]
    assert (listed[1]["conversations"], listed[1]["events"]) == (1, 3)
    talks = lines(client, "person/conversations", agent=ANN)
    assert [one["session_id"] for one in talks] == ["one"]


@pytest.mark.usefixtures("known")
def test_person_is_told_with_profile_and_version(client: TestClient) -> None:
    told = client.get("/v1/views/person", params={"agent": ANN}).json()

    assert "tea" in told["profile"]
    assert told["version"] > 0


def test_versions_come_newest_first_and_one_can_be_known_again(
    known: Memory, client: TestClient
) -> None:
    listed = lines(client, "person/versions", agent=ANN)

    numbers = [one["version"] for one in listed]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] == known.agent(ANN).version
    assert all(one["reason"] for one in listed)


def test_what_was_corrected_is_told_with_what_is_so_instead(
    memory: Memory, client: TestClient
) -> None:
    fact = memory.add_triple("agent:bob", "lives in", "Rome")
    memory.correct_fact(fact, object="Oslo")
    gone = memory.add_triple("agent:bob", "likes", "rum")
    memory.retract_fact(gone, reason="never did")

    listed = lines(client, "person/corrections", agent="bob")

    told = {one["fact_id"]: one for one in listed}
    assert [text for text in told[fact]["replaced_by"] if "Oslo" in text]
    assert told[gone]["replaced_by"] == []
    assert told[gone]["reason"] == "never did"
    assert all(one["at"] for one in listed)


def test_somebody_who_is_not_known_is_not_found(client: TestClient) -> None:
    answer = client.get("/v1/views/person", params={"agent": "nobody"})

    assert answer.status_code == 404
    assert "nobody" in answer.json()["error"]["message"]


@pytest.mark.parametrize("key", ["[" * 1_000 + "]" * 1_000, f'[{2**70}, "x"]'])
def test_a_place_that_no_list_gave_is_told(client: TestClient, key: str) -> None:
    after = base64.urlsafe_b64encode(key.encode()).decode().rstrip("=")

    asked = {"agent": ANN, "after": after}
    answer = client.get("/v1/views/person/events", params=asked)

    assert answer.status_code == 422
    assert "after" in answer.json()["error"]["message"]


def test_a_long_list_of_languages_is_read(client: TestClient) -> None:
    tongues = {"accept-language": "zh-CN," + ",".join(["fr;q=0.5"] * 60)}

    answer = client.get("/v1/views/person", params={"agent": "x"}, headers=tongues)

    assert "空间" in answer.json()["error"]["message"]
