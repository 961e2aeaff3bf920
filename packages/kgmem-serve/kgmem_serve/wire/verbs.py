"""The calls that go over the wire, by the names that they have in the SDK."""

from kgmem.serving import Role


def _by_role(*, read: str, write: str, operate: str = "") -> dict[str, Role]:
    names: dict[Role, str] = {"read": read, "write": write, "operate": operate}
    return {name: role for role, told in names.items() for name in told.split()}


MEMORY = _by_role(
    read="""
        recall retrieve_memories next_steps locate risk match search patterns apps
        pattern
        pattern_history experience export_pattern graph_of facts entities
        duplicates documents history verify_of checks_of stats metrics
        capabilities
    """,
    write="""
        learn learn_many learn_from_task add_experience writeback report
        add_fact add_facts add_triple add_aliases correct_fact retract_fact
        declare_predicate merge_entities split_entity flush forget set_verify
    """,
    operate="""
        approve quarantine release generalize calibrate prune clear cypher
        doctor repair reindex retry_failed
    """,
)
"""Methods of Memory: `POST /v1/NAME`, the arguments as a JSON object."""

EVERY_SPACE = frozenset({"cypher", "doctor", "repair", "reindex", "retry_failed"})
"""Those that see or change more than their space: for keys of all spaces."""

AGENT = _by_role(
    read="""
        context facts get_profile_content get_event_content get_events
        get_pipeline_history get_recent_conversations history
        search_conversations retrieve_entities search_memories hybrid_search
        tags to_dict
    """,
    write="""
        add_event correct remember remember_entities store_entity replace
        rollback save_conversation save_memory update_profile update_events
        update_with_pipeline log_pipeline_execution forget
    """,
)
"""Methods of AgentMemory: `POST /v1/agents/AGENT/NAME`."""

CONVERSATION = _by_role(
    read="messages recent info experiences",
    write="add add_many led_to clear",
)
"""Methods of Conversation: `POST /v1/agents/AGENT/conversations/SESSION/NAME`."""

LONG = frozenset({
    "add_document", "calibrate", "clear", "doctor", "export", "flush", "forget",
    "generalize", "import", "learn_from", "learn_many", "prune", "reindex", "repair",
    "retry_failed", "update_with_pipeline",
})  # fmt: skip
"""Calls whose time grows with what is remembered, or sent."""
LONG_SECONDS = 3_600.0
"""How long they may take."""
