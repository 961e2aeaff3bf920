"""task -> where its facts are -> the best of those that were read, as facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Protocol

from kgmem.graph.finding.found import FactGroupFound
from kgmem.index.projection import Projection
from kgmem.model.fact import Fact
from kgmem.model.keys.identity import entity_key
from kgmem.model.trajectory import Page
from kgmem.search.flow import Search
from kgmem.search.for_task import Sought, TaskNeeds, choose, seek

NAMED_IN = 3
"""Most similar tasks whose words are looked up for names: they may be older than the
facts about these."""
KEPT = 2_048
"""Texts of known tasks whose names are kept."""


class Task(Protocol):
    """A task, redacted, and what is known of the situation."""

    @property
    def space(self) -> str: ...
    @property
    def task(self) -> str: ...
    @property
    def app(self) -> str | None: ...
    @property
    def stored_page(self) -> Page | None: ...
    @property
    def as_of(self) -> datetime | None: ...
    @property
    def known_at(self) -> datetime | None: ...


class ReadAmong(Protocol):
    """Reads some of the facts that were found, as they were known and held."""

    def __call__(
        self,
        space: str,
        said: Sequence[FactGroupFound],
        fact_ids: Sequence[str],
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> list[Fact]: ...


@dataclass(frozen=True, slots=True)
class SoughtFacts:
    """Where the facts of a task are, and who chooses among them."""

    sought: Sought
    projection: Projection
    read: ReadAmong

    @property
    def params(self) -> dict[str, list[str]]:
        """What to read of the graph, see `GraphStore.details`."""
        return self.sought.params

    def choose(self, said: Sequence[FactGroupFound]) -> list[Fact]:
        """The best of those that were read, each with the path that reached it."""
        needs = self.sought.needs
        chosen = choose(self.projection, self.sought, said)
        why = {one.fact_id: one.why for one in chosen}
        read = self.read(
            needs.space,
            said,
            list(why),
            as_of=needs.as_of or datetime.now(UTC),
            known_at=needs.known_at,
        )
        return [
            fact.model_copy(update={"why": (*why[fact.fact_id], *fact.why)})
            for fact in read
        ]


class FactsForTasks:
    """What finds the facts that matter for a task, and reads them."""

    def __init__(self, search: Search, read: ReadAmong) -> None:
        self._search, self._read = search, read
        self._keys = lru_cache(KEPT)(self._keys_in)

    def seek(
        self,
        asked: Task,
        vector: Sequence[float] | None,
        similar: Mapping[str, str],
    ) -> SoughtFacts | None:
        """Where they are; None where there are none. `similar` are the words of the
        tasks most like it by their ids, best first."""
        if not self._search.may_have_facts(asked.space):
            return None
        needs = TaskNeeds(
            asked.space,
            asked.task,
            vector,
            asked.app,
            list(similar),
            self._beside(asked.stored_page, similar),
            asked.as_of,
            asked.known_at,
        )
        projection = self._search.projection
        sought = seek(projection, self._search.keys, needs)
        return SoughtFacts(sought, projection, self._read) if sought else None

    def _beside(self, page: Page | None, similar: Mapping[str, str]) -> list[str]:
        """Keys of what the page shows, and of what similar tasks name."""
        elements = page.elements if page else ()
        beside = [entity_key(name) for one in elements if (name := one.label())]
        for text in list(similar.values())[:NAMED_IN]:
            beside += self._keys(text)
        return beside

    def _keys_in(self, text: str) -> tuple[str, ...]:
        """Keys of what the text of a known task may name."""
        return tuple(key for key, _, _ in self._search.keys(text))
