"""A memory in LangGraph: nodes and a router for any graph, a ready graph, stores."""

from kgmem.extras import needs

with needs("langgraph", "kgmem.interfaces.langgraph"):
    from kgmem_agents.langgraph import (
        Actor,
        Generalizing,
        KgmemStore,
        PeopleStore,
        TalkState,
        TaskState,
        conversation,
        experience_learn,
        memory_retrieve,
        reflexion_graph,
        route_edges,
        route_of,
    )

__all__ = [
    "Actor",
    "Generalizing",
    "KgmemStore",
    "PeopleStore",
    "TalkState",
    "TaskState",
    "conversation",
    "experience_learn",
    "memory_retrieve",
    "reflexion_graph",
    "route_edges",
    "route_of",
]
