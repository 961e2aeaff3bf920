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


def test_a_message_without_text_is_left_out(memory: Memory) -> None:
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(TalkState)
    graph.add_node("keep", conversation(memory, "a"))
    graph.add_edge(START, "keep")
    node = graph.compile()
    call = {"name": "look", "args": {}, "id": "1"}
    parts: list[Any] = [{"type": "text", "text": "Hi"}, {"type": "image_url"}]
    said = [HumanMessage(parts), AIMessage("", tool_calls=[call])]

    node.invoke({"messages": said})
    empty = node.invoke({"messages": []})

    kept = memory.agent("a").conversation().messages()
    assert [one.content for one in kept] == ["Hi"]
    assert empty["known"] == ""


def test_people_are_a_store(memory: Memory) -> None:
    store = PeopleStore(memory)
    store.put(ANN, "home", {"text": "The user lives in Lyon."})
    store.put(ANN, "job", {"text": "The user works at Acme."})

    profile = store.get(ANN, "profile")
    [found] = asyncio.run(store.asearch(ANN, query="Lyon", limit=1))
    facts = {one.value["text"]: one.key for one in store.search(ANN)}
    store.delete(ANN, facts["The user works at Acme."])

    assert profile is not None
    assert "Lyon" in profile.value["text"]
    assert "Lyon" in found.value["text"]
    assert store.list_namespaces() == [ANN]
    left = [one.value["text"] for one in store.search(ANN)]
    assert "The user works at Acme." not in left
    assert store.get(("people", "bob"), "profile") is None
    with pytest.raises(InvalidInput, match="people"):
        store.get(("other",), "x")
