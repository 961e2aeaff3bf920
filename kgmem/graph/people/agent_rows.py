"""Events, versions and log lines of agents, out of the rows of the graph."""

import json
from dataclasses import dataclass

from kgmem.graph.columns import LIST, TIME, Column, fields_of, named
from kgmem.model.base import Json
from kgmem.model.conversation import MemoryVersion, PersonEvent, PipelineLog
from kgmem.ports import Row


@dataclass(frozen=True, slots=True)
class LogLine:
    """A stage of an update, to be logged."""

    stage: str
    status: str
    ms: float
    error: str | None = None
    input: Json = None
    output: Json = None
    conversation_id: str | None = None


EVENTS = {**named("event_id text"), "at": TIME, "message_ids": LIST}
VERSIONS = {**named("version reason profile profile_hash"), "at": TIME}
LOGGED = {
    **named("conversation_id stage status ms error"),
    **named(
        "input output", Column(load=lambda text: json.loads(text) if text else None)
    ),
    "at": TIME,
}


def event_of(row: Row) -> PersonEvent:
    """An event."""
    return PersonEvent(**fields_of(EVENTS, row))


def version_of(row: Row) -> MemoryVersion:
    """A version."""
    body = json.loads(row["body"] or "{}")
    return MemoryVersion.model_validate({**fields_of(VERSIONS, row), **body})


def log_of(memory_id: str, row: Row) -> PipelineLog:
    """A stage, as it was logged."""
    return PipelineLog(memory_id=memory_id, **fields_of(LOGGED, row))
