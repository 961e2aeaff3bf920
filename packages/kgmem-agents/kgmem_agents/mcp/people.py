"""The tools of what was said to an agent, and of what is known of its person."""

from typing import Annotated, Literal

from pydantic import Field

from kgmem import InvalidInput
from kgmem.agents import Text
from kgmem_agents.mcp.answer import ToolAnswer, by_name, tool
from kgmem_agents.mcp.arguments import Maybe, Moment, Untold
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.shapes import ANY, TEXT, WHOLE, list_of, object_of

AGENT = "assistant"
"""The agent, where a client names none."""

Agent = Untold[Text]
User = Annotated[Maybe, Field(description="Whom you talk to.")]
Run = Untold[Maybe]
"""A session, where it alone is meant."""
Speaker = Annotated[
    Literal["user", "assistant", "system", "tool"], Field(description="Who said it.")
]


@tool(object_of(message_id=TEXT, version=WHOLE))
def remember(
    ongoing: Ongoing,
    *,
    agent: Agent = AGENT,
    user: User = None,
    run: Run = None,
    text: Annotated[Text, Field(description="What was said, word for word.")],
    role: Speaker = "user",
    at: Moment = None,
    message_id: Untold[Maybe] = None,
) -> ToolAnswer:
    """Keep what the user or you said."""
    person = ongoing.memory.agent(agent, user=user, run=run)
    message = person.conversation().add(role, text, at=at, message_id=message_id)
    before = person.version
    if role == "user":
        person.update_with_pipeline(person.conversation())
    learned = person.version > before
    data = {"message_id": message.message_id, "version": person.version}
    return ToolAnswer("Kept, and learned from." if learned else "Kept.", data)


@tool(object_of(text=TEXT, tokens=WHOLE, left_out=WHOLE), reads=True)
def context(
    ongoing: Ongoing,
    *,
    agent: Agent = AGENT,
    user: User = None,
    run: Run = None,
    query: Annotated[Text, Field(description="What you are to answer.")],
    tokens: Untold[Annotated[int, Field(ge=1)]] = 800,
) -> ToolAnswer:
    """What to know of the user before you answer."""
    person = ongoing.memory.agent(agent, user=user, run=run)
    told = person.context(query, budget_tokens=tokens)
    data = {"text": told.text, "tokens": told.tokens, "left_out": told.left_out}
    return ToolAnswer(told.text or "Nothing is known.", data)


@tool(
    object_of(
        profile=TEXT,
        events=list_of(TEXT),
        facts=list_of(object_of(id=TEXT, text=TEXT)),
    ),
    reads=True,
    seldom=True,
)
def profile(ongoing: Ongoing, *, agent: Agent = AGENT, user: User = None) -> ToolAnswer:
    """What is known of the user."""
    person = ongoing.memory.agent(agent, user=user)
    facts = [{"id": one.fact_id, "text": one.text} for one in person.facts()]
    events = person.get_event_content()
    data = {"profile": person.get_profile_content(), "events": events, "facts": facts}
    return ToolAnswer(person.to_prompt() or "Nothing is known.", data)


@tool(object_of(forgotten=WHOLE), destroys=True)
def forget(
    ongoing: Ongoing,
    *,
    agent: Agent = AGENT,
    user: User = None,
    id: Annotated[Maybe, Field(description="Of a fact or message.")] = None,
    everything: Annotated[bool, Field(description="All of this user.")] = False,
) -> ToolAnswer:
    """Forget a fact or message, or all of the user, when asked to."""
    if everything == (id is not None):
        raise InvalidInput("forget: give an id, or everything")
    of_user = everything and user is not None
    person = ongoing.memory.agent(*(() if of_user else (agent,)), user=user)
    gone = person.forget(id) if id else person.forget()
    counts = gone.model_dump(mode="json", exclude={"stays"})
    return ToolAnswer("Forgotten.", {"forgotten": sum(counts.values())})


@tool(object_of(messages=list_of(ANY)), reads=True, seldom=True)
def search_messages(
    ongoing: Ongoing,
    *,
    agent: Agent = AGENT,
    user: User = None,
    run: Run = None,
    query: Annotated[Text, Field(description="A question or words.")],
    limit: Untold[Annotated[int, Field(ge=1, le=50)]] = 5,
) -> ToolAnswer:
    """Find what was said."""
    person = ongoing.memory.agent(agent, user=user, run=run)
    hits = person.search_conversations(query, limit=limit)
    data = [
        {"id": hit.id, "role": hit.role, "text": hit.text}
        | {"at": hit.at and hit.at.isoformat(), "score": round(hit.score, 3)}
        for hit in hits
    ]
    lines = [f"- {one['at']} {one['role']}: {one['text']}" for one in data]
    return ToolAnswer("\n".join(lines) or "Nothing was said of it.", {"messages": data})


PEOPLE = by_name(remember, context, profile, forget, search_messages)
