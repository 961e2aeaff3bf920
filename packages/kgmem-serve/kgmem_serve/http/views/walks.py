"""Where the runs of an app go from page to page."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from operator import itemgetter

from kgmem.ports import Row

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
