"""The tools of what was said to an agent, and of what is known of its person."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from kgmem import AgentMemory, InvalidInput
from kgmem.agents import Text, Value
from kgmem_agents.mcp.answer import MemoryTool, ToolAnswer
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.shapes import ANY, TEXT, WHOLE, list_of, object_of

AGENT = "assistant"
"""The agent, where a client names none."""
TOKENS = 800


class ScopeArguments(Value):
    agent: SkipJsonSchema[Text] = AGENT
    user: Annotated[Text | None, Field(description="Whom you talk to.")] = None

    def memory(self, ongoing: Ongoing, run: str | None = None) -> AgentMemory:
        return ongoing.memory.agent(self.agent, user=self.user, run=run)


class RunArguments(ScopeArguments):
    run: SkipJsonSchema[Text | None] = None
    """A session, where it alone is meant."""


Speaker = Annotated[
    Literal["user", "assistant", "system", "tool"], Field(description="Who said it.")
]


class RememberArguments(RunArguments):
    text: Annotated[Text, Field(description="What was said, word for word.")]
    role: Annotated[
        Literal["user", "assistant", "system", "tool"],
        Field(description="Who said it."),
    ] = "user"
    at: SkipJsonSchema[datetime | None] = None
    message_id: SkipJsonSchema[Text | None] = None
    """Its caller's; the same again is the same message."""


class ContextArguments(RunArguments):
    query: Annotated[Text, Field(description="What you are to answer.")]
    tokens: SkipJsonSchema[Annotated[int, Field(ge=1)]] = TOKENS


class MessagesArguments(RunArguments):
    query: Annotated[Text, Field(description="A question or words.")]
    limit: SkipJsonSchema[Annotated[int, Field(ge=1, le=50)]] = 5


class ForgetArguments(ScopeArguments):
    id: Annotated[Text | None, Field(description="Of a fact or message.")] = None
    everything: Annotated[bool, Field(description="All of this user.")] = False


def remember(ongoing: Ongoing, asked: RememberArguments) -> ToolAnswer:
    """Keep what was said; what a person says of himself joins what is known."""
    found = asked.memory(ongoing, asked.run)
    message = found.conversation().add(
        asked.role, asked.text, at=asked.at, message_id=asked.message_id
    )
    before = found.version
    if asked.role == "user":
        found.update_with_pipeline(found.conversation())
    learned = found.version > before
    data = {"message_id": message.message_id, "version": found.version}
    return ToolAnswer("Kept, and learned from." if learned else "Kept.", data)


def context(ongoing: Ongoing, asked: ContextArguments) -> ToolAnswer:
    """What to know before answering."""
    found = asked.memory(ongoing, asked.run)
    told = found.context(asked.query, budget_tokens=asked.tokens)
    data = {"text": told.text, "tokens": told.tokens, "left_out": told.left_out}
    return ToolAnswer(told.text or "Nothing is known.", data)


def profile(ongoing: Ongoing, asked: ScopeArguments) -> ToolAnswer:
    """What is known of the person."""
    found = asked.memory(ongoing)
    facts = [{"id": one.fact_id, "text": one.text} for one in found.facts()]
    events = found.get_event_content()
    data = {"profile": found.get_profile_content(), "events": events, "facts": facts}
    return ToolAnswer(found.to_prompt() or "Nothing is known.", data)


def forget(ongoing: Ongoing, asked: ForgetArguments) -> ToolAnswer:
    """Delete a fact, an event or a message, or all of the user."""
    found = asked.memory(ongoing)
    if asked.everything == (asked.id is not None):
        raise InvalidInput("forget: give an id, or everything")
    if asked.everything and asked.user is not None:
        found = ongoing.memory.agent(user=asked.user)
    gone = found.forget(asked.id) if asked.id else found.forget()
    counts = gone.model_dump(mode="json", exclude={"stays"})
    return ToolAnswer("Forgotten.", {"forgotten": sum(counts.values())})


def search_messages(ongoing: Ongoing, asked: MessagesArguments) -> ToolAnswer:
    """Find what was said."""
    found = asked.memory(ongoing, asked.run)
    hits = found.search_conversations(asked.query, limit=asked.limit)
    data = [
        {"id": hit.id, "role": hit.role, "text": hit.text}
        | {"at": hit.at and hit.at.isoformat(), "score": round(hit.score, 3)}
        for hit in hits
    ]
    lines = [f"- {one['at']} {one['role']}: {one['text']}" for one in data]
    return ToolAnswer("\n".join(lines) or "Nothing was said of it.", {"messages": data})


PEOPLE: Mapping[str, MemoryTool] = {
    tool.name: tool
    for tool in (
        MemoryTool(
            "remember",
            "Keep what the user or you said.",
            RememberArguments,
            remember,
            answers=object_of(message_id=TEXT, version=WHOLE),
        ),
        MemoryTool(
            "context",
            "What to know of the user before you answer.",
            ContextArguments,
            context,
            reads=True,
            answers=object_of(text=TEXT, tokens=WHOLE, left_out=WHOLE),
        ),
        MemoryTool(
            "profile",
            "What is known of the user.",
            ScopeArguments,
            profile,
            reads=True,
            seldom=True,
            answers=object_of(
                profile=TEXT,
                events=list_of(TEXT),
                facts=list_of(object_of(id=TEXT, text=TEXT)),
            ),
        ),
        MemoryTool(
            "forget",
            "Forget a fact or message, or all of the user, when asked to.",
            ForgetArguments,
            forget,
            answers=object_of(forgotten=WHOLE),
            destroys=True,
        ),
        MemoryTool(
            "search_messages",
            "Find what was said.",
            MessagesArguments,
            search_messages,
            reads=True,
            seldom=True,
            answers=object_of(messages=list_of(ANY)),
        ),
    )
}
"""By name, in the order in which they are listed."""
