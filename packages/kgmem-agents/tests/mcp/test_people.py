"""What a client is told, and tells, of people."""

from typing import Any

import pytest

from kgmem import InvalidInput, NotFound
from kgmem_agents.mcp.answer import ToolAnswer
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.people import PEOPLE

ANN = {"agent": "support", "user": "ann"}


def call(ongoing: Ongoing, name: str, **given: Any) -> ToolAnswer:
    return PEOPLE[name](ongoing, given)


@pytest.mark.parametrize(
    ("said", "query", "known"),
    [
        ("I live in Lyon.", "Where does she live?", "Lyon"),
        ("我住在昆明。", "她住在哪里？", "昆明"),
    ],
)
def test_what_was_said_is_known_and_found(
    ongoing: Ongoing, said: str, query: str, known: str
) -> None:
    kept = call(ongoing, "remember", text=said, **ANN)

    profile = call(ongoing, "profile", user="ann", agent="sales")
    found = call(ongoing, "search_messages", query=known, **ANN)

    assert (kept.text, kept.data["version"]) == ("Kept, and learned from.", 1)
    assert known in profile.data["profile"]
    assert known in call(ongoing, "context", query=query, **ANN).text
    assert found.data["messages"][0]["id"] == kept.data["message_id"]
    others = call(ongoing, "search_messages", query=known, agent="sales", user="ann")
    assert others.data == {"messages": []}


def test_a_doubled_call_is_one_message(ongoing: Ongoing) -> None:
    ids = [
        call(ongoing, "remember", text="The code is 7", message_id="m1", **ANN).data[
            "message_id"
        ]
        for _ in range(2)
    ]

    found = call(ongoing, "search_messages", query="code", **ANN)

    assert [one["id"] for one in found.data["messages"]] == ids[:1]
    assert ids[0] == ids[1]


def test_a_run_tells_its_own_messages(ongoing: Ongoing) -> None:
    for run, word in (("r1", "heron"), ("r2", "otter")):
        call(ongoing, "remember", text=f"The code is {word}", run=run, **ANN)

    found = call(ongoing, "search_messages", query="code", run="r1", **ANN)

    assert [one["text"] for one in found.data["messages"]] == ["The code is heron"]


def test_a_fact_is_taken_back_and_a_user_is_forgotten(ongoing: Ongoing) -> None:
    call(ongoing, "remember", text="I live in Lyon.", **ANN)
    [fact] = call(ongoing, "profile", **ANN).data["facts"]

    with pytest.raises(NotFound):
        call(ongoing, "forget", id=fact["id"], user="bob")
    with pytest.raises(InvalidInput, match="an id, or everything"):
        call(ongoing, "forget", **ANN)
    call(ongoing, "forget", id=fact["id"], **ANN)
    left = call(ongoing, "profile", **ANN).data["facts"]
    call(ongoing, "forget", everything=True, **ANN)

    assert left == []
    assert ongoing.memory.agents() == []
