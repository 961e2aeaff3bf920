"""KgmemStore does what LangGraph's own store does."""

from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore

from kgmem import Memory
from kgmem_agents.langgraph.store import KgmemStore
from tests.doubles import WordEmbedder


@pytest.fixture(params=["theirs", "ours"])
def store(request: pytest.FixtureRequest, memory: Memory) -> BaseStore:
    """LangGraph's own, and that of a memory: the same tests for both."""
    return InMemoryStore() if request.param == "theirs" else KgmemStore(memory)


@pytest.mark.parametrize(
    "value",
    [
        {"theme": "dark"},
        {},
        {"a": {"b": [1, 2.5, None, True, {"c": "d"}]}},
        {"text": "two  spaces,   three\nand a line\tend "},
        {"name": "颜色", "quote": 'say "hi" \\ {x}', "full": "ｆｕｌｌ"},
        {"long": "word " * 3_000},
    ],
)
def test_what_is_put_is_got(store: BaseStore, value: dict[str, Any]) -> None:
    store.put(("users", "ann"), "prefs", value)

    item = store.get(("users", "ann"), "prefs")

    assert item is not None
    assert (item.namespace, item.key, item.value) == (("users", "ann"), "prefs", value)


def test_deleted_is_gone_and_can_come_back(store: BaseStore) -> None:
    store.put(("users",), "a", {"n": 1})
    store.delete(("users",), "a")
    store.delete(("users",), "never")

    assert store.get(("users",), "a") is None

    store.put(("users",), "a", {"n": 1})
    assert store.get(("users",), "a") is not None


def filled(store: BaseStore) -> BaseStore:
    for n in range(6):
        place = ("docs", "even" if n % 2 == 0 else "odd")
        store.put(place, f"k{n}", {"n": n, "kind": "a" if n < 3 else "b"})
    store.put(("other",), "k", {"n": 9})
    return store


@pytest.mark.parametrize(
    ("prefix", "wanted", "expected"),
    [
        (("docs",), None, {0, 1, 2, 3, 4, 5}),
        (("docs", "even"), None, {0, 2, 4}),
        ((), None, {0, 1, 2, 3, 4, 5, 9}),
        (("do",), None, set()),
        (("docs",), {"kind": "a"}, {0, 1, 2}),
        (("docs",), {"kind": "a", "n": {"$gte": 1}}, {1, 2}),
        (("docs",), {"n": {"$gt": 3, "$lt": 5}}, {4}),
        (("docs",), {"n": {"$ne": 3}}, {0, 1, 2, 4, 5}),
        (("docs",), {"n": {"$lte": 0}}, {0}),
        (("docs",), {"n": {"$eq": 5}}, {5}),
        (("docs",), {"missing": 1}, set()),
    ],
)
def test_a_search_is_bounded_by_namespace_and_filter(
    store: BaseStore,
    prefix: tuple[str, ...],
    wanted: dict[str, Any] | None,
    expected: set[int],
) -> None:
    found = filled(store).search(prefix, filter=wanted, limit=20)

    assert {one.value["n"] for one in found} == expected


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"prefix": ("docs",)},
        {"suffix": ("odd",)},
        {"prefix": ("*", "even")},
        {"prefix": ("docs",), "suffix": ("even",)},
        {"max_depth": 1},
        {"limit": 1, "offset": 1},
        {"prefix": ("docs", "even", "more")},
    ],
)
def test_namespaces_are_listed_as_langgraph_does(
    memory: Memory, asked: dict[str, Any]
) -> None:
    theirs, ours = filled(InMemoryStore()), filled(KgmemStore(memory))

    assert ours.list_namespaces(**asked) == theirs.list_namespaces(**asked)


def test_a_query_ranks_by_words_and_leaves_out_what_is_not_indexed(
    memory: Memory,
) -> None:
    store = KgmemStore(memory)
    store.put(("notes",), "tea", {"text": "Ann drinks green tea in the morning"})
    store.put(("notes",), "cat", {"text": "The cat sleeps on the roof"})
    store.put(("notes",), "off", {"text": "green tea, too"}, index=False)

    found = store.search(("notes",), query="green tea in the morning")

    scores = {one.key: one.score for one in found}
    assert found[0].key == "tea"
    assert scores["off"] is None
    assert (scores["tea"] or 0) > (scores["cat"] or 0)


def test_items_survive_and_belong_to_their_space(new_home: Path) -> None:
    with Memory.open(new_home, embedder=WordEmbedder()) as memory:
        KgmemStore(memory).put(("a",), "k", {"n": 1})
        assert KgmemStore(memory.in_space("other")).get(("a",), "k") is None

    with Memory.open(new_home, embedder=WordEmbedder()) as memory:
        assert KgmemStore(memory).get(("a",), "k") is not None


def test_a_secret_is_hidden_and_a_telling_key_is_found_again(memory: Memory) -> None:
    store = KgmemStore(memory)
    store.put(("users", "+8613912345678"), "4111 1111 1111 1111", {
        "password": "hunter2-Pa55",
        "city": "Oslo",
    })  # fmt: skip

    item = store.get(("users", "+8613912345678"), "4111 1111 1111 1111")
    (found,) = store.search(("users", "+8613912345678"))

    assert item is not None
    assert item.value == {"password": "[REDACTED:password#1]", "city": "Oslo"}
    assert found.namespace == ("users", "+8613912345678")
    assert "hunter2" not in str(memory.facts())
    assert "13912345678" not in str(memory.facts())
