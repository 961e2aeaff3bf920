"""A memory in LangGraph: nodes and a router for any graph, a ready graph, stores."""

from kgmem.extras import needs

with needs("langgraph", "kgmem.interfaces.langgraph"):
    from kgmem_agents.langgraph import *  # noqa: F403
