"""Agents: what was said to them, and what they know of the people they work for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from kgmem.errors import InvalidInput
from kgmem.graph.people.conversations import answers_of
from kgmem.graph.people.person import Person, drafts_of
from kgmem.memory.conversations import Conversation
from kgmem.memory.person import PersonFace, also
from kgmem.model.base import Json
from kgmem.model.conversation import Context, ConversationInfo, Forgotten
from kgmem.model.fact import Hit
from kgmem.model.values.arguments import (
    file_path,
    key_text,
    moment,
    plain,
    whole_number,
)
from kgmem.model.values.scope import AgentScope

DEFAULT_SESSION = "default"


class AgentMemory(PersonFace):
    """What an agent was told, and what it knows of its person.

    With a user, what was said is this agent's alone; what is known of the user is
    shared by all of his agents. With a run, the messages are those of that run.
    """

    def conversation(self, session_id: str | None = None) -> Conversation:
        """A session, by the caller's name for it; without one, the run, or the agent's
        own."""
        named = self._opened._named_key("session_id", session_id)
        return Conversation(
            self._opened, self.name, named or self.run_id or DEFAULT_SESSION
        )

    def get_recent_conversations(self, limit: int = 10) -> list[ConversationInfo]:
        """The conversations, the newest first, with start, end, counts and topics; of
        a run its own."""
        store = self._people.conversations.store
        number = whole_number("limit", limit, 1)
        if self.run_id is not None:
            known = self.conversation().info()
            return [known] if known else []
        return store.of_agent(self._opened.space, self.name, number)

    def save_conversation(
        self, messages: Iterable[Any], session_id: str | None = None
    ) -> str:
        """Keep messages of a session; the conversation's id."""
        target = self.conversation(session_id)
        target.add_many(messages)
        return target.conversation_id

    def context(
        self,
        query: str,
        *,
        budget_tokens: int = 1500,
        count: Callable[[str], int] | None = None,
    ) -> Context:
        """What to know before answering: the profile, the summary and the last messages
        of the latest conversation, and the messages, events, facts, entities, parts of
        documents and tasks that matter for the query.

        Each piece says why; together they are never over the budget by `count`, a
        tokenizer, or by an estimate that errs on the safe side (an ASCII character is a
        third of a token, any other two). Raises InvalidInput naming a bad argument.
        """
        asked = self._clean("query", query, "say what is to be answered")
        budget = whole_number("budget_tokens", budget_tokens, 1)
        return self._people.context(self._person, asked, budget, count, self._locale)

    def remember_entities(self, text: str) -> list[str]:
        """Keep the names and requirement ids in a text, such as an answer, for later
        contexts, and what the lines that begin with an id say of it; their names.
        Raises InvalidInput for no text."""
        given = self._opened._open.without_secrets("text", text)
        return self._people.remember(self._own, given) if given else []

    def store_entity(
        self, text: str, metadata: Mapping[str, Json] | None = None
    ) -> list[str]:
        """Keep a text, such as a requirement, to be found by its meaning, and by what
        its metadata say; the ids in it. Raises InvalidInput for no text."""
        clean = self._clean("text", text, "say what is to be kept")
        told = self._opened._open.learn.new_redactor().json(
            plain(dict(metadata or {}), "metadata")
        )
        return self._people.remember.store(self._own, clean, told)

    def retrieve_entities(self, query: str, top_k: int = 5) -> list[Hit]:
        """What was kept by `store_entity` and `remember_entities` and is about the
        query, best first."""
        return self._opened.search(  # type: ignore[attr-defined, no-any-return]
            query,
            kinds=("fact",),
            source=answers_of(self._own.agent),
            top_n=whole_number("top_k", top_k, 1, 100),
        )

    def update_with_pipeline(
        self, session_conversation: Any = None, conversation: Any = None
    ) -> Any:
        """Join a conversation to what is known of the person: modification, update,
        theory of mind, by a chat model where there is one. A stage that fails changes
        nothing, and says so.

        Give a Conversation, or messages as dicts, which are kept, too. With one
        argument the PipelineResult; with two, `(previous, conversation)`, the memory
        and the result.
        """
        if conversation is not None and session_conversation is not None:
            if not isinstance(session_conversation, AgentMemory):
                told = "beside a conversation, give the memory that it is joined to"
                raise InvalidInput(f"session_conversation: {told}")
            return session_conversation, session_conversation.update_with_pipeline(
                conversation
            )
        given = conversation if session_conversation is None else session_conversation
        if isinstance(given, str):
            given = self.conversation(given)
        if isinstance(given, Conversation):
            talk, messages = given, given.messages()
        else:
            talk = self.conversation()
            messages = talk.add_many(drafts_of(given))
        key = talk.conversation_id if messages else None
        return self._known.with_messages(self._person, messages, key)

    def export_to(self, path: str | Path) -> int:
        """Write all that is kept of the agent and its person into a new file of JSON
        Lines; how many lines. Raises InvalidInput for a file that is there."""
        return self._people.rights.export(self._parts(), file_path(path))

    def load_memory(self) -> AgentMemory:
        """The same: it always tells what is known now."""
        return self

    def remember(self, text: str) -> list[str]:
        """Keep what a text tells of the person, as facts, and as events what happened
        on a day that it names; their ids. Of two statements that can't both hold the
        later one wins."""
        told = self._clean("text", text, "say what is to be remembered")
        return self._people.correcting.remember(self._person, told)

    def correct(self, id: str, text: str, *, at: datetime | None = None) -> str:
        """Put a value in the place of a fact's, or words in the place of an event's;
        its id. Profile, context and search tell it at once, and what the same messages
        say does not bring the other one back. Raises NotFound."""
        told = self._clean("text", text, "say what is right")
        key, moved = key_text("id", id), moment("at", at)
        return self._people.correcting.correct(self._person, key, told, moved)

    def forget(self, id: str | None = None) -> Forgotten:
        """Delete what is kept of a fact, an event or a message, by its id, in both
        stores, versions and logs; the same messages do not bring it back.

        Without an id all that is kept of the agent and its person: messages, summaries,
        events, versions, logs, and facts that nobody else states; of an agent of a
        user, what was said to it, and with `memory.agent(user=…).forget()` all of the
        user and what was said to any of his agents. What went, and what stays and why.
        Raises NotFound.
        """
        if id is not None:
            return self._people.correcting.forget(self._person, key_text("id", id))
        if self.user_id is None or not self.agent_id:
            return self._people.rights.forget(self._parts())
        gone = self._people.rights.forget([self._own])
        stays = "what is known of the user, whom other agents share"
        return gone.model_copy(update={"stays": (*gone.stays, stays)})

    def _parts(self) -> list[Person]:
        """Where it is kept: its own, and what is shared; of a user alone, all."""
        names = {self.name, self._scope.shared}
        if not self.agent_id:
            listed = [
                agent for agent, _ in self._known.store.agents(self._opened.space)
            ]
            names |= {o for o in listed if AgentScope.of(o).user == self.user_id}
        return [Person(self._opened.space, one) for one in sorted(names)]

    # the names that others have for them
    profile_memory = PersonFace.profile
    event_memory = PersonFace.events
    load_conversation = also(conversation)
    rollback_memory = also(PersonFace.rollback)
    delete_memory = also(forget)
