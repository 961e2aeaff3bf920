"""What holds for every list: pages that go on where they ended, and its own space."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient

from kgmem import Memory
from tests.over_http import pages, run, walk

DAY = datetime(2025, 5, 1, 12, tzinfo=UTC)
Filled = Callable[[Memory], Any]


def apps(memory: Memory) -> None:
    for app in ("one", "three", "two"):
        memory.learn({**walk("buy", "home"), "app": app, "source_task_id": app})


def subjects(memory: Memory) -> None:
    for name in ("Cara", "Ann", "Bob"):
        memory.add_triple(name, "likes", "tea")


def unjudged(memory: Memory) -> None:
    for word in ("cat", "dog", "cow"):
        memory.learn(run(f"search {word}", outcome="unknown"))


def documents(memory: Memory) -> None:
    for name in ("b", "a", "c"):
        memory.add_document(text=f"About {name}.", source=f"{name}.txt")


def people(memory: Memory) -> None:
    for name in ("bob", "team/ann", "zoe"):
        memory.agent(name).update_profile("Likes tea.")


def lived(memory: Memory) -> None:
    for n in range(3):
        memory.agent("ann").add_event(f"Did thing {n}.", at=DAY + timedelta(days=n))


def talked(memory: Memory) -> None:
    conversation = memory.agent("ann").conversation("one")
    for n in range(3):
        conversation.add("user", f"Message {n}.", at=DAY + timedelta(minutes=n))


def runs_at_once(memory: Memory) -> None:
    memory.learn_many([run(f"find {n}") for n in range(3)])


ANN = {"agent": "ann"}


@pytest.mark.parametrize(
    ("fill", "path", "asked", "column", "expected"),
    [
        (apps, "apps", {}, "app", ["one", "three", "two"]),
        (subjects, "subjects", {}, "name", ["Ann", "Bob", "Cara"]),
        (documents, "documents", {}, "source", ["a.txt", "b.txt", "c.txt"]),
        (people, "people", {}, "agent", ["bob", "team/ann", "zoe"]),
        (lived, "person/events", ANN, "text", [f"Did thing {n}." for n in (2, 1, 0)]),
        (talked, "person/messages", {**ANN, "session": "one"}, "content",
         [f"Message {n}." for n in range(3)]),
        (unjudged, "questions/unjudged", {}, "text",
         {"search cat", "search cow", "search dog"}),
        (runs_at_once, "runs", {}, "task", {"find 0", "find 1", "find 2"}),
    ],
)  # fmt: skip
def test_its_pages_go_on_where_they_ended(
    memory: Memory, client: TestClient, fill: Filled, path: str,
    asked: dict[str, str], column: str, expected: list[str] | set[str],
) -> None:  # fmt: skip
    fill(memory)

    listed = pages(client, path, limit=2, **asked)

    told = [one[column] for page in listed for one in page]
    assert [len(page) for page in listed] == [2, 1]
    assert (set(told) if isinstance(expected, set) else told) == expected


def learned(memory: Memory) -> str:
    return f"runs/{memory.learn(run('pay')).experience_id}"


def pattern(memory: Memory) -> str:
    for value in ("tea", "lamp", "desk"):
        memory.learn(run(f"search {value}"))
    memory.generalize()
    return f"patterns/{memory.patterns()[0].pattern_id}"


def a_page(memory: Memory) -> str:
    memory.learn(walk("buy", "home"))
    [row] = memory.cypher("MATCH (p:Page) RETURN p.page_id AS id")
    return f"pages/{row['id']}"


def fact(memory: Memory) -> str:
    return f"facts/{memory.add_triple('Ann', 'likes', 'tea')}"


def document(memory: Memory) -> str:
    return f"documents/{memory.add_document(text='Words.', source='a.txt')}"


@pytest.mark.parametrize(
    ("made", "within"),
    [
        (learned, None),
        (pattern, "members"),
        (a_page, "runs"),
        (fact, None),
        (document, "chunks"),
    ],
)
def test_nothing_of_it_is_there_in_another_space(
    memory: Memory, client: TestClient, made: Callable[[Memory], str], within: str
) -> None:
    path, other = f"/v1/views/{made(memory)}", {"kgmem-space": "other"}
    assert client.get(path).status_code == 200

    assert client.get(path, headers=other).status_code == 404
    if within:
        assert client.get(f"{path}/{within}").json()["items"]
        assert client.get(f"{path}/{within}", headers=other).json()["items"] == []
