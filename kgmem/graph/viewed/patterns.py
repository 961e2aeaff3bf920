"""Patterns as a person looks through them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from kgmem.graph.known_tasks import MAX_RUNS, paths_of
from kgmem.graph.store import GraphStore
from kgmem.model.experience import decayed_lower_bound
from kgmem.ports import Row

Place = tuple[int, str]
"""The support of the last pattern of a page, and its id."""
LOOKED_AT = 1_000
"""Members whose paths are counted, those of most runs."""


@dataclass(slots=True)
class PathEvidence:
    """What came of one path over all tasks of a pattern."""

    key: str
    tasks: int = 0
    wins: int = 0
    losses: int = 0
    verified: int = 0
    followed: bool = False
    """Are runs that took it behind the pattern's steps?"""
    runs: list[str] = field(default_factory=list)
    """Ids of some successes that took it."""

    @property
    def lower_bound(self) -> float:
        """10 % quantile of its success rate."""
        return decayed_lower_bound(self.wins, self.losses)


@dataclass(frozen=True, slots=True)
class PatternList:
    """Reads lists of patterns; all of it is scoped to a space."""

    store: GraphStore

    def patterns(
        self,
        space: str,
        after: Place | None,
        limit: int,
        *,
        app: str | None = None,
        status: str | None = None,
        text: str | None = None,
    ) -> list[Row]:
        """Patterns, best supported first."""
        support, key = after or (None, None)
        return self.store.read(
            "listed_patterns",
            space=space,
            support=support,
            after=key,
            app=app.lower() if app else None,
            status=status,
            text=text.lower() if text else None,
            limit=limit,
        )

    def members(
        self, space: str, pattern_id: str, after: str | None, limit: int
    ) -> list[Row]:
        """The tasks of a pattern, by id."""
        asked = {"space": space, "pattern_id": pattern_id}
        return self.store.read("listed_members", **asked, after=after, limit=limit)

    def paths(self, space: str, pattern_id: str) -> list[PathEvidence]:
        """The ways that its tasks were done, the best evidence first."""
        asked = {"space": space, "pattern_id": pattern_id, "limit": LOOKED_AT}
        return evidence(self.store.read("listed_paths", **asked))


def evidence(rows: Iterable[Row]) -> list[PathEvidence]:
    """What the tasks of these rows know of each path, together."""
    found: dict[str, PathEvidence] = {}
    for row in rows:
        behind = frozenset(row["behind"])
        for key, tally in paths_of(row["paths"]).items():
            one = found.setdefault(key, PathEvidence(key))
            one.tasks += 1
            one.wins += tally.all_wins
            one.losses += tally.replay_losses
            one.verified += tally.all_verified
            one.followed |= not behind.isdisjoint(tally.runs)
            one.runs = [*one.runs, *tally.runs][:MAX_RUNS]
    order = sorted(found.values(), key=lambda one: (-one.lower_bound, one.key))
    return [one for one in order if one.wins + one.losses > 0]
