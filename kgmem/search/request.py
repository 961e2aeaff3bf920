"""What a search is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from kgmem.errors import InvalidInput
from kgmem.model.arguments import checked_text, optional_text

KINDS = ("chunk", "fact", "task", "message")
"""What can be asked for. There are no messages yet: nothing is found of them."""
MOST = 100
"""Hits that one search gives at most."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A query, as it was given, and what the hits have to be."""

    space: str
    query: str
    kinds: tuple[str, ...] = KINDS
    top_n: int = 10
    expand: bool = True
    """False: what words and meaning alone give."""
    app: str | None = None
    source: str | None = None
    """As it was given with a document or a fact; tasks have none."""
    since: datetime | None = None
    until: datetime | None = None
    """[since, until): of a part of a document when it was last written; of a fact
    whether it holds at some time in between or, where no bounds are known, when it was
    recorded; of a task when it was first learned."""
    min_score: float = 0.0

    @property
    def bounded(self) -> bool:
        """Is only a part of time asked for?"""
        return self.since is not None or self.until is not None


def search_request(
    space: str,
    query: object,
    *,
    kinds: Sequence[str] = KINDS,
    top_n: int = 10,
    expand: bool = True,
    app: str | None = None,
    source: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    min_score: float = 0.0,
) -> SearchRequest:
    """The request, checked. Raises InvalidInput naming the argument."""
    if not isinstance(top_n, int) or not 1 <= top_n <= MOST:
        raise InvalidInput(f"top_n: 1 to {MOST}, not {top_n!r}")
    if not isinstance(min_score, int | float) or not 0 <= min_score <= 1:
        raise InvalidInput(f"min_score: 0 to 1, not {min_score!r}")
    since, until = _moment("since", since), _moment("until", until)
    if since is not None and until is not None and since >= until:
        raise InvalidInput("since: it has to be before until")
    return SearchRequest(
        space=space,
        query=checked_text("query", query, "say what to look for"),
        kinds=_checked_kinds(kinds),
        top_n=top_n,
        expand=bool(expand),
        app=optional_text("app", app),
        source=optional_text("source", source),
        since=since,
        until=until,
        min_score=float(min_score),
    )


def _checked_kinds(kinds: object) -> tuple[str, ...]:
    given = [kinds] if isinstance(kinds, str) else kinds
    if not isinstance(given, Sequence) or not given:
        raise InvalidInput(f"kinds: some of {', '.join(KINDS)}, not {kinds!r}")
    unknown = [kind for kind in given if kind not in KINDS]
    if unknown:
        raise InvalidInput(f"kinds: {unknown[0]!r} is none of {', '.join(KINDS)}")
    return tuple(dict.fromkeys(given))


def _moment(name: str, given: object) -> datetime | None:
    """A moment; one without a zone is taken as UTC."""
    if given is None:
        return None
    if not isinstance(given, datetime):
        raise InvalidInput(f"{name}: a datetime is needed, not {type(given).__name__}")
    return given.replace(tzinfo=UTC) if given.utcoffset() is None else given
