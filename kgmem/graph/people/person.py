"""The person whom an agent works for, and what is said to it on its way in."""

from collections.abc import Iterable
from dataclasses import dataclass

from kgmem.errors import InvalidInput
from kgmem.graph.people.conversations import answers_of, source_of
from kgmem.model.conversation import Message, MessageDraft
from kgmem.model.keys.identity import agent_key
from kgmem.model.values.arguments import validated
from kgmem.model.values.scope import AgentScope


@dataclass(frozen=True, slots=True)
class Person:
    """The person whom an agent of a space works for."""

    space: str
    agent: str
    own: str = ""
    """What messages and answers are kept under, where several agents share what is
    known of him."""
    run: str | None = None
    """The only session whose messages are told; None: all."""

    @classmethod
    def of(cls, space: str, scope: AgentScope) -> "Person":
        """Whom a scope works for: a user is shared by his agents."""
        own = scope.name if scope.user is not None else ""
        return cls(space, scope.shared, own, scope.run)

    @property
    def talks(self) -> str:
        """What messages and answers are kept under."""
        return self.own or self.agent

    @property
    def key(self) -> str:
        return agent_key(self.space, self.agent)

    @property
    def name(self) -> str:
        """What facts call him."""
        return source_of(self.agent)

    @property
    def sources(self) -> tuple[str, str]:
        """Of what is told of him, and of what the agent's answers define."""
        return source_of(self.agent), answers_of(self.agent)


def drafts_of(given: object) -> list[MessageDraft]:
    """Messages in whatever shape they were given. Raises InvalidInput naming the
    first bad one."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InvalidInput(
            f"messages: a list of them is needed, not {type(given).__name__}"
        )
    return [draft_of(one, f"message {n + 1}") for n, one in enumerate(given)]


def draft_of(given: object, what: str = "message") -> MessageDraft:
    """A message on its way in. Raises InvalidInput naming the bad field."""
    if isinstance(given, Message):
        given = given.model_dump(exclude={"n"})
    draft = validated(MessageDraft, given, what)
    if not draft.content.strip():
        raise InvalidInput(f"{what}: content is empty; say what was said")
    return draft
