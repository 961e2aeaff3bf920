"""Whose memory it is: a user's, an agent's, or that of one of its runs."""

from dataclasses import dataclass
from typing import Self

from kgmem.errors import InvalidInput

OF_USER = "@user:"
"""Between agent and user in the name under which what is said to it is kept."""


@dataclass(frozen=True, slots=True)
class AgentScope:
    """An agent, the user whom it works for, and the run at hand; a user alone is what
    all agents share of him."""

    agent: str = ""
    user: str | None = None
    run: str | None = None

    @classmethod
    def of(
        cls, agent: str | None, user: str | None = None, run: str | None = None
    ) -> Self:
        """The scope; `agent` may be a `name`, too. Raises InvalidInput where nobody is
        named, or two users are."""
        named, is_scoped, of_user = (agent or "").partition(OF_USER)
        if is_scoped and user is not None:
            raise InvalidInput("user: agent_id names one already; give one of them")
        if not named and user is None and not of_user:
            raise InvalidInput("agent_id: is empty; name the agent, or a user")
        return cls(named, of_user or user, run)

    @property
    def name(self) -> str:
        """What messages and answers are kept under: of this agent and user alone."""
        return self.agent if self.user is None else f"{self.agent}{OF_USER}{self.user}"

    @property
    def shared(self) -> str:
        """What is known of the person is kept under: of all agents of a user."""
        return self.agent if self.user is None else f"{OF_USER}{self.user}"
