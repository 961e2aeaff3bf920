"""The calls that go over the wire, by the names that they have in the SDK."""

from collections.abc import Mapping
from typing import Literal

Role = Literal["read", "write", "operate"]
"""What a key may do: ask; change what is remembered; decide, and look after it all."""

MEMORY: Mapping[str, Role] = {
    "recall": "read",
    "retrieve_memories": "read",
    "locate": "read",
    "risk": "read",
    "match": "read",
    "search": "read",
    "patterns": "read",
    "apps": "read",
    "pattern": "read",
    "pattern_history": "read",
    "experience": "read",
    "export_pattern": "read",
    "graph_of": "read",
    "facts": "read",
    "entities": "read",
    "duplicates": "read",
    "documents": "read",
    "history": "read",
    "verify_of": "read",
    "checks_of": "read",
    "stats": "read",
    "metrics": "read",
    "capabilities": "read",
    "learn": "write",
    "learn_many": "write",
    "learn_from_task": "write",
    "add_experience": "write",
    "writeback": "write",
    "report": "write",
    "add_fact": "write",
    "add_facts": "write",
    "add_triple": "write",
    "add_aliases": "write",
    "correct_fact": "write",
    "retract_fact": "write",
    "declare_predicate": "write",
    "merge_entities": "write",
    "split_entity": "write",
    "flush": "write",
    "forget": "write",
    "set_verify": "write",
    "approve": "operate",
    "quarantine": "operate",
    "release": "operate",
    "generalize": "operate",
    "calibrate": "operate",
    "prune": "operate",
    "clear": "operate",
    "cypher": "operate",
    "doctor": "operate",
    "repair": "operate",
    "reindex": "operate",
    "retry_failed": "operate",
}
"""Methods of Memory: `POST /v1/NAME`, the arguments as a JSON object."""

EVERY_SPACE = frozenset({"cypher", "doctor", "repair", "reindex", "retry_failed"})
"""Those that see or change more than their space: for keys of all spaces."""

AGENT: Mapping[str, Role] = {
    "context": "read",
    "facts": "read",
    "get_profile_content": "read",
    "get_event_content": "read",
    "get_events": "read",
    "get_pipeline_history": "read",
    "get_recent_conversations": "read",
    "history": "read",
    "search_conversations": "read",
    "retrieve_entities": "read",
    "search_memories": "read",
    "hybrid_search": "read",
    "tags": "read",
    "to_dict": "read",
    "add_event": "write",
    "correct": "write",
    "remember": "write",
    "remember_entities": "write",
    "store_entity": "write",
    "replace": "write",
    "rollback": "write",
    "save_conversation": "write",
    "save_memory": "write",
    "update_profile": "write",
    "update_events": "write",
    "update_with_pipeline": "write",
    "log_pipeline_execution": "write",
    "forget": "write",
}
"""Methods of AgentMemory: `POST /v1/agents/AGENT/NAME`."""

CONVERSATION: Mapping[str, Role] = {
    "messages": "read",
    "recent": "read",
    "info": "read",
    "experiences": "read",
    "add": "write",
    "add_many": "write",
    "led_to": "write",
    "clear": "write",
}
"""Methods of Conversation: `POST /v1/agents/AGENT/conversations/SESSION/NAME`."""

LONG = frozenset(
    (
        "add_document",
        "calibrate",
        "clear",
        "doctor",
        "export",
        "flush",
        "forget",
        "generalize",
        "import",
        "learn_from",
        "learn_many",
        "prune",
        "reindex",
        "repair",
        "retry_failed",
        "update_with_pipeline",
    )
)
"""Calls whose time grows with what is remembered, or sent."""
LONG_SECONDS = 3_600.0
"""How long they may take."""
