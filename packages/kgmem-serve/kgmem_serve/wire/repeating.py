"""Which calls may be sent twice without being done twice."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kgmem_serve.wire.verbs import AGENT, CONVERSATION, MEMORY

Given = Mapping[str, Any]

ONCE = ("source_task_id", "plan_id", "session_id", "started_at")
"""Of a run: what makes it one however often it is handed over."""


def is_repeatable(kind: str, name: str, given: Given) -> bool:
    """Does this call of a `memory`, an `agent` or a `conversation` change nothing when
    it is done a second time?"""
    if VERBS[kind][name] == "read":
        return True
    told = REPEATED[kind].get(name)
    return told is not None and told(given)


def _always(_: Given) -> bool:
    return True


def _of_one_run(given: Given) -> bool:
    return _names(given.get("trajectory"), *ONCE)


def _of_one_unit(given: Given) -> bool:
    return _names(given.get("unit"), "step_id")


def _of_one_message(given: Given) -> bool:
    return bool(given.get("message_id"))


def _of_known_messages(given: Given) -> bool:
    listed = given.get("messages")
    return isinstance(listed, Sequence) and all(
        _names(one, "message_id") for one in listed
    )


def _names(given: object, *names: str) -> bool:
    fields = given if isinstance(given, Mapping) else getattr(given, "__dict__", {})
    return any(fields.get(name) for name in names)


_ALWAYS = """
    learn_from_task report add_fact add_facts add_triple add_aliases declare_predicate
    set_verify flush generalize calibrate cypher doctor repair reindex
"""
"""Of a plan's reports the first counts."""
VERBS = {"memory": MEMORY, "agent": AGENT, "conversation": CONVERSATION}
REPEATED: Mapping[str, Mapping[str, Callable[[Given], bool]]] = {
    "memory": {
        "learn": _of_one_run,
        "writeback": _of_one_unit,
        **dict.fromkeys(_ALWAYS.split(), _always),
    },
    "agent": {},
    "conversation": {
        "add": _of_one_message,
        "add_many": _of_known_messages,
        "led_to": _always,
    },
}
"""Writes that may be: all others carry a key by which the server knows them again."""
