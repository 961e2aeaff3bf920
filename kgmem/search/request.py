"""What a search is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from kgmem.errors import InvalidInput
from kgmem.model.values.arguments import (
    checked_text,
    flag,
    moment,
    optional_text,
    share,
    shown,
    whole_number,
)

KINDS = ("chunk", "fact", "task", "message", "event", "profile")
"""What can be asked for."""
USUAL = ("chunk", "fact", "task", "message")
"""What is, unless something else is asked for: what is known of people is theirs."""
MOST = 100
"""Hits that one search gives at most."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A query, as it was given, and what the hits have to be."""

    space: str
    query: str
    kinds: tuple[str, ...] = USUAL
    top_n: int = 10
    expand: bool = True
    """False: what words and meaning alone give."""
    app: str | None = None
    source: str | None = None
    """As it was given with a document or a fact; of messages, events and profiles
    `agent:` and the agent's name; tasks have none."""
    since: datetime | None = None
    until: datetime | None = None
    """[since, until): of a part of a document when it was last written; of a fact
    whether it holds at some time in between or, where no bounds are known, when it was
    recorded; of a task when it was first learned."""
    min_score: float = 0.0
    conversation: str | None = None
    """Id of the one whose messages alone are asked for."""

    @property
    def bounded(self) -> bool:
        """Is only a part of time asked for?"""
        return self.since is not None or self.until is not None

    @property
    def deep(self) -> bool:
        """Has it a bound that the index knows nothing of?"""
        return self.bounded or self.conversation is not None


def search_request(
    space: str,
    query: object,
    *,
    kinds: Sequence[str] = USUAL,
    top_n: int = 10,
    expand: bool = True,
    app: str | None = None,
    source: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    min_score: float = 0.0,
    conversation: str | None = None,
) -> SearchRequest:
    """The request, checked. Raises InvalidInput naming the argument."""
    since, until = moment("since", since), moment("until", until)
    if since is not None and until is not None and since >= until:
        raise InvalidInput("since: it has to be before until")
    return SearchRequest(
        space=space,
        query=checked_text("query", query, "say what to look for"),
        kinds=_checked_kinds(kinds),
        top_n=whole_number("top_n", top_n, 1, MOST),
        expand=flag("expand", expand),
        app=optional_text("app", app),
        source=optional_text("source", source),
        since=since,
        until=until,
        min_score=share("min_score", min_score),
        conversation=conversation,
    )


def _checked_kinds(kinds: object) -> tuple[str, ...]:
    given = [kinds] if isinstance(kinds, str) else kinds
    if not isinstance(given, Sequence) or not given:
        raise InvalidInput(f"kinds: some of {', '.join(KINDS)}, not {shown(kinds)}")
    for kind in given:
        if not isinstance(kind, str) or kind not in KINDS:
            raise InvalidInput(f"kinds: {shown(kind)} is none of {', '.join(KINDS)}")
    return tuple(dict.fromkeys(given))
