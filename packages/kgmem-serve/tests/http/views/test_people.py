"""People: what is known, lived, said and corrected."""

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
