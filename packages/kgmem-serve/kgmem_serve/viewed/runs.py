"""Runs as a person looks through them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kgmem.ports import Row
from kgmem.serving import GraphStore, app_id

Place = tuple[int, str]
"""When the last run of a page was recorded, and its id."""


@dataclass(frozen=True, slots=True)
class RunList:
    """Reads lists of runs; all of it is scoped to a space."""

    store: GraphStore

    def runs(
        self,
        space: str,
        after: Place | None,
        limit: int,
        *,
        app: str | None = None,
        outcome: str | None = None,
        text: str | None = None,
    ) -> list[Row]:
        """Runs, newest first: of an app, that ended so, whose task has this text."""
        at, key = after or (None, None)
        asked: Mapping[str, object] = {
            "space": space,
            "at": at,
            "after": key,
            "outcome": outcome,
            "limit": limit,
        }
        said = text.lower() if text else None
        if app:
            of_app = {"app_id": app_id(space, app), "text": said}
            return self.store.read("listed_runs_of_app", **asked, **of_app)
        if said:
            return self.store.read("listed_runs_said", **asked, text=said)
        return self.store.read("listed_runs", **asked)

    def beside(self, space: str, experience_id: str) -> Row:
        """What is kept beside a run's steps: when, where, of which pattern."""
        rows = self.store.read("listed_run", space=space, experience_id=experience_id)
        return rows[0] if rows else {}

    def tasks(self, space: str, ids: Iterable[str]) -> dict[str, str]:
        """What these tasks say, by id."""
        rows = self.store.read("listed_tasks", space=space, ids=sorted(ids))
        return {row["task_id"]: row["task"] for row in rows}
