"""A memory in LangGraph: nodes and a router for any graph, a ready graph, stores.

>>> from kgmem_agents.langgraph import Actor, reflexion_graph
>>> app = reflexion_graph(memory, Actor(capture, analyze, generate, execute, verify))
>>> app.invoke({"task": "Order a lamp", "app": "shop"})["outcome"]
"""

from kgmem_agents.langgraph.doing import do_node
from kgmem_agents.langgraph.graph import Actor, reflexion_graph
from kgmem_agents.langgraph.nodes import (
    TaskState,
    experience_learn,
    memory_retrieve,
    route_edges,
    route_of,
)
from kgmem_agents.langgraph.people import PeopleStore, TalkState, conversation
from kgmem_agents.langgraph.store import KgmemStore

__all__ = [
    "Actor",
    "KgmemStore",
    "PeopleStore",
    "TalkState",
    "TaskState",
    "conversation",
    "do_node",
    "experience_learn",
    "memory_retrieve",
    "reflexion_graph",
    "route_edges",
    "route_of",
]
