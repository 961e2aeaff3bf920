"""What an agent knows of the people it works for: messages, versions, context."""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints

from kgmem.model.base import Count, Json, JsonMap, Text, Utc, Value
from kgmem.model.fact import Fact
from kgmem.model.why import Why

Role = Literal["user", "assistant", "system", "tool"]
PieceKind: TypeAlias = Literal[
    "summary", "message", "fact", "event", "profile", "experience", "chunk", "entity"
]
StageName: TypeAlias = Literal["modification", "update", "theory_of_mind"]


class MessageDraft(Value):
    """A message on its way in."""

    role: Role
    content: Text
    at: Utc | None = None
    """None: now."""
    kind: Annotated[str, StringConstraints(min_length=1, max_length=50)] = "text"
    metadata: JsonMap = Field(default_factory=dict)
    message_id: (
        Annotated[str, StringConstraints(min_length=1, max_length=500)] | None
    ) = None
    """The same id again, in the same conversation, is the same message."""


class Message(Value):
    """What was said in a conversation."""

    message_id: str
    role: Role
    content: str
    at: datetime
    kind: str = "text"
    metadata: dict[str, Json] = Field(default_factory=dict)
    n: Count = 0
    """Its place in the conversation, from 0."""


class ConversationInfo(Value):
    """A conversation, without its messages."""

    conversation_id: str
    session_id: str
    agent_id: str
    name: str = ""
    """How it began."""
    started_at: datetime
    ended_at: datetime
    messages: Count
    summary: str = ""
    folded: Count = 0
    """So many messages, the first ones, the summary stands for."""
    summary_by: str = ""
    """What made the summary: `rules`, or prompt and model."""
    topics: tuple[str, ...] = ()
    """What its messages name most."""


class Piece(Value):
    """A part of a context, and why it is there."""

    kind: PieceKind
    text: str
    why: tuple[Why, ...] = ()
    tokens: Count = 0
    id: str | None = None


class Context(Value):
    """What an agent should know before it answers."""

    text: str
    """For a prompt."""
    pieces: tuple[Piece, ...] = ()
    tokens: Count = 0
    """Of the text."""
    left_out: Count = 0
    """Pieces that had no room."""
    notes: tuple[str, ...] = ()
    """What could not be looked for, and why."""


class PersonEvent(Value):
    """Something that happened, in a paragraph."""

    event_id: str
    text: str
    at: datetime
    message_ids: tuple[str, ...] = ()
    """What it rests on."""


class Tag(Value):
    """Something that a person's words suggest."""

    aspect: Literal["intent", "mood", "habit", "relation", "trend"]
    value: str
    confidence: float
    message_ids: tuple[str, ...] = ()
    """What it rests on."""
    quote: str = ""
    """Words of the last of them; none where it follows from other tags or facts."""
    since: datetime | None = None
    at: datetime | None = None
    """When it was seen first and last."""


class PipelineStage(Value):
    """A step of an update, as it went."""

    name: StageName
    status: Literal["ok", "skipped", "failed"]
    reason: str | None = None
    """Why it failed, or what was not done as it should: `rules: …` where a chat model
    was of no use."""
    ms: float
    input: Json = None
    output: Json = None


class PipelineResult(Value):
    """What an update did."""

    version: Count
    stages: tuple[PipelineStage, ...]
    conflicts: tuple[Fact, ...] = ()
    """What was held for true before and no longer is, and what was said but gave way to
    something surer or more exact."""

    @property
    def ok(self) -> bool:
        """Did no stage fail?"""
        return all(one.status != "failed" for one in self.stages)


class MemoryVersion(Value):
    """What was known of a person at some time."""

    version: Count
    at: datetime
    reason: str
    profile: str
    profile_hash: str
    events: tuple[PersonEvent, ...] = ()
    tags: tuple[Tag, ...] = ()
    fact_ids: tuple[str, ...] = ()
    """What the profile says."""


class PipelineLog(Value):
    """A stage of an update, as it was logged."""

    memory_id: str
    conversation_id: str | None = None
    stage: str
    status: str
    ms: float
    at: datetime
    error: str | None = None
    input: Json = None
    output: Json = None


class Forgotten(Value):
    """What went when a person was forgotten, and what stays."""

    messages: Count = 0
    conversations: Count = 0
    events: Count = 0
    facts: Count = 0
    versions: Count = 0
    logs: Count = 0
    stays: tuple[str, ...] = ()
    """What stays, and why."""
