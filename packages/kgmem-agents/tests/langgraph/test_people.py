"""A conversation in a graph, and people as a store."""

import asyncio
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph

from kgmem import InvalidInput, Memory
from kgmem_agents.langgraph import PeopleStore, TalkState, conversation

ANN = ("people", "ann")


def chat(memory: Memory) -> Any:
    """A graph: remember, answer with what is known, remember the answer."""

    def answer(state: TalkState) -> dict[str, Any]:
        return {"messages": [AIMessage(state["known"] or "Who are you?")]}

    graph: StateGraph[Any, Any, Any, Any] = StateGraph(TalkState)
    graph.add_node("before", conversation(memory, "support"))
    graph.add_node("answer", answer)
    graph.add_node("after", conversation(memory, "support"))
    for one, other in ((START, "before"), ("before", "answer"), ("answer", "after")):
        graph.add_edge(one, other)
    graph.add_edge("after", END)
    return graph.compile(checkpointer=InMemorySaver())


def asked(graph: Any, text: str, thread: str) -> str:
    config = {"configurable": {"thread_id": thread, "user_id": "ann"}}
    state = graph.invoke({"messages": [HumanMessage(text)]}, config)
    return str(state["messages"][-1].content)


@pytest.mark.parametrize(
    ("said", "question", "known"),
    [
        ("I live in Lyon.", "Where do I live?", "Lyon"),
        ("我住在昆明。", "我住在哪里？", "昆明"),
    ],
)
def test_a_graph_knows_in_another_thread_what_was_said(
    memory: Memory, said: str, question: str, known: str
) -> None:
    graph = chat(memory)
    asked(graph, said, "monday")
    asked(graph, "Thanks", "monday")

    answer = asked(graph, question, "tuesday")

    person = memory.agent("support", user="ann")
    monday = person.conversation("monday").messages()
    assert known in answer
    assert [one.role for one in monday] == ["user", "assistant"] * 2
    assert known in memory.agent("sales", user="ann").get_profile_content()


def test_what_is_put_is_known_of_the_person(memory: Memory) -> None:
    store = PeopleStore(memory)
    store.put(ANN, "home", {"text": "The user lives in Lyon.", "by": "support"})
    memory.agent(user="ann").remember("The user works at Acme.")

    profile = store.get(ANN, "profile")
    known = store.search(ANN)
    hits = asyncio.run(store.asearch(ANN, query="Lyon"))

    assert profile is not None
    assert "Lyon" in profile.value["text"]
    assert {one.value["text"]: one.value.get("kind") for one in known} == {
        "The user lives in Lyon.": None,
        "The user works at Acme.": "fact",
        profile.value["text"]: "profile",
    }
    assert all(store.get(ANN, one.key) == one for one in known)
    assert {"home", "profile"} >= {one.key for one in hits} > set()
    assert all(one.score for one in hits)


@pytest.mark.parametrize(
    ("wanted", "keys"),
    [
        ({"by": "support"}, ["home"]),
        ({"kind": "profile"}, ["profile"]),
        ({"text": "nothing like it"}, []),
    ],
)
@pytest.mark.parametrize("query", [None, "Where does the user live? Lyon"])
def test_a_search_heeds_its_filter(
    memory: Memory, wanted: dict[str, str], keys: list[str], query: str | None
) -> None:
    store = PeopleStore(memory)
    store.put(ANN, "home", {"text": "I live in Lyon.", "by": "support"})
    store.put(ANN, "job", {"text": "I work at Acme.", "by": "sales"})

    found = store.search(ANN, query=query, filter=wanted)

    assert [one.key for one in found] == keys


def test_a_key_is_replaced_and_deleted_with_what_it_told(memory: Memory) -> None:
    store = PeopleStore(memory)
    store.put(ANN, "home", {"text": "I live in Lyon."})
    store.put(ANN, "home", {"text": "I live in Oslo."})
    replaced = [one.value["text"] for one in store.search(ANN)]
    store.delete(ANN, "home")
    store.delete(ANN, "what was never put")

    assert replaced == ["The user lives in Oslo.", "I live in Oslo."]
    assert store.search(ANN) == []


def test_what_was_put_goes_with_the_user(memory: Memory) -> None:
    store = PeopleStore(memory)
    store.put(ANN, "home", {"text": "I live in Lyon."})

    memory.agent(user="ann").forget()

    assert store.get(ANN, "home") is None


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        (lambda store: store.get(("other",), "x"), "namespace"),
        (lambda store: store.search(("people",)), "namespace"),
        (lambda store: store.list_namespaces(), "namespace"),
        (lambda store: store.list_namespaces(prefix=("people", "*")), "namespace"),
        (lambda store: store.put(ANN, "profile", {"text": "I am rich."}), "profile"),
        (lambda store: store.put(ANN, "home", {"place": "Lyon"}), "value"),
    ],
)
def test_what_it_cannot_do_is_refused(memory: Memory, asked: Any, fault: str) -> None:
    with pytest.raises(InvalidInput, match=fault):
        asked(PeopleStore(memory))
