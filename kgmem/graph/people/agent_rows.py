"""Events, versions and log lines of agents, out of the rows of the graph."""

import json
from dataclasses import dataclass

from kgmem.graph.rows import moment_of
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


def event_of(row: Row) -> PersonEvent:
    """An event."""
    at = moment_of(row["at"])
    assert at is not None, "every event has a time"
    return PersonEvent(
        event_id=row["event_id"],
        text=row["text"],
        at=at,
        message_ids=tuple(row["message_ids"] or ()),
    )


def version_of(row: Row) -> MemoryVersion:
    """A version."""
    body = json.loads(row["body"] or "{}")
    return MemoryVersion.model_validate(
        {
            "version": row["version"],
            "at": moment_of(row["at"]),
            "reason": row["reason"],
            "profile": row["profile"],
            "profile_hash": row["profile_hash"],
            **body,
        }
    )


def log_of(memory_id: str, row: Row) -> PipelineLog:
    """A stage, as it was logged."""
    at = moment_of(row["at"])
    assert at is not None, "every log line has a time"
    return PipelineLog(
        memory_id=memory_id,
        conversation_id=row["conversation_id"],
        stage=row["stage"],
        status=row["status"],
        ms=row["ms"],
        at=at,
        error=row["error"],
        input=json.loads(row["input"]) if row["input"] else None,
        output=json.loads(row["output"]) if row["output"] else None,
    )
