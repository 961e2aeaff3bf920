"""An app as its pages, and where runs go from page to page."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from operator import itemgetter

from kgmem.ports import Row
from kgmem.serving import GraphStore, app_id

NEWEST = 1_000
"""Runs that a map counts, the newest ones."""
MOST_PAGES = 60
"""Pages that a map shows, those of most runs: nobody can read a larger picture."""
Way = tuple[str, str]
"""From which page to which, by id."""


@dataclass(slots=True)
class Tally:
    """Runs by how they ended."""

    runs: int = 0
    successes: int = 0
    failures: int = 0

    def add(self, outcome: str) -> None:
        """One more run."""
        self.runs += 1
        self.successes += outcome == "success"
        self.failures += outcome == "failure"


@dataclass(slots=True)
class Walked:
    """What the runs of an app did."""

    runs: int = 0
    pages: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    ways: dict[Way, Tally] = field(default_factory=lambda: defaultdict(Tally))
    entered: Counter[str] = field(default_factory=Counter)
    """Runs by the page that they begin on."""
    failed: Counter[str] = field(default_factory=Counter)
    """Failed runs by the page of the step that failed or, where none is known to have,
    of their last one."""

    def add(self, outcome: str, steps: Sequence[Row]) -> None:
        """One run, its steps in order."""
        self.runs += 1
        pages = [step["page_id"] for step in steps]
        self.entered[pages[0]] += 1
        for page in set(pages):
            self.pages[page].add(outcome)
        for way in {(a, b) for a, b in pairwise(pages) if a != b}:
            self.ways[way].add(outcome)
        if outcome == "failure":
            wrong = [step["page_id"] for step in steps if step["failed"]]
            self.failed[(wrong or pages)[-1]] += 1

    def shown(self, most: int) -> list[str]:
        """The pages of most runs."""
        return sorted(self.pages, key=lambda page: (-self.pages[page].runs, page))[
            :most
        ]


def walked(rows: Iterable[Row]) -> Walked:
    """The runs that these steps are of."""
    found = Walked()
    ordered = sorted(rows, key=itemgetter("run", "n"))
    for _, steps in groupby(ordered, itemgetter("run")):
        listed = list(steps)
        found.add(listed[0]["outcome"], listed)
    return found


@dataclass(frozen=True, slots=True)
class AppMaps:
    """Reads maps of apps; all of it is scoped to a space."""

    store: GraphStore

    def apps(self, space: str, after: str | None, limit: int) -> list[Row]:
        """Apps by name, with their tasks and pages."""
        return self.store.read("viewed_apps", space=space, after=after, limit=limit)

    def walked(self, space: str, app: str) -> Walked:
        """What the newest runs of an app did."""
        asked = {"space": space, "app_id": app_id(space, app), "limit": NEWEST}
        return walked(self.store.read("viewed_steps", **asked))

    def pages(self, space: str, ids: Sequence[str]) -> list[Row]:
        """These pages, in this order."""
        rows = self.store.read("viewed_pages", space=space, ids=list(ids))
        by_id = {row["page_id"]: row for row in rows}
        return list(_there(by_id, ids))

    def elements(
        self, space: str, page_id: str, after: tuple[int, str] | None, limit: int
    ) -> list[Row]:
        """Elements of a page, those that most tasks use first."""
        tasks, key = after or (None, None)
        return self.store.read(
            "viewed_elements",
            space=space,
            page_id=page_id,
            tasks=tasks,
            after=key,
            limit=limit,
        )

    def runs(
        self,
        space: str,
        page_id: str,
        after: tuple[int, str] | None,
        limit: int,
        *,
        onward: str | None = None,
        outcome: str | None = None,
    ) -> list[Row]:
        """Runs through a page (and from there `onward` to that one), newest first."""
        at, key = after or (None, None)
        return self.store.read(
            "viewed_runs",
            space=space,
            page_id=page_id,
            next=onward,
            outcome=outcome,
            at=at,
            after=key,
            limit=limit,
        )

    def avoidances(self, space: str, page_id: str, limit: int) -> list[Row]:
        """What is held against elements of a page, most failures first."""
        return self.store.read(
            "viewed_avoidances", space=space, page_id=page_id, limit=limit
        )


def _there(by_id: Mapping[str, Row], ids: Iterable[str]) -> Iterator[Row]:
    return (by_id[one] for one in ids if one in by_id)
