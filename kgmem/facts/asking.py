"""rows -> what was known and held: facts asked for, with the time they hold."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from kgmem.facts.known import known_facts, roles_first
from kgmem.facts.say.predicates import Predicates
from kgmem.graph.facts.entities import find_entities, key_of
from kgmem.graph.facts.fact_row import FactRow
from kgmem.graph.facts.store import FactStore
from kgmem.graph.finding.found import FactGroupFound
from kgmem.graph.rows import epoch_ms, moment_of
from kgmem.model.fact import Fact
from kgmem.model.fact_log import Event, events_of, standing
from kgmem.model.keys.identity import predicate_key
from kgmem.ports import CypherEngine
from kgmem.redact import Redactor

SUBJECT, OBJECT, MENTION = range(3)
"""What an entity is to a fact, the nearest first."""


class GoneFact(NamedTuple):
    """What was said, and is known no longer."""

    text: str
    predicate: str
    value: str
    since: datetime | None
    """From when on it was said to hold."""
    messages: tuple[str, ...]
    """That said it."""
    corrected_at: datetime | None
    """When something else was put in its place."""

    @classmethod
    def of(cls, row: FactRow, events: Sequence[Event]) -> "GoneFact":
        """A row with what happened to it."""
        told = (key for one in events for key in one.messages)
        put = (one.at for one in events[-1:] if one.what == "corrected")
        return cls(
            row.text,
            row.predicate or "",
            str(row.object if row.object is not None else row.object_value or ""),
            moment_of(row.valid_from),
            tuple(dict.fromkeys(told)),
            moment_of(next(put, None)),
        )


@dataclass(frozen=True, slots=True)
class Asking:
    """Facts by what they are about, by their ids, or among those read already."""

    store: FactStore
    engine: CypherEngine
    predicates: Predicates
    new_redactor: Callable[[], Redactor]

    def facts(
        self,
        space: str,
        about: str | None = None,
        predicate: str | None = None,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> list[Fact]:
        """What was known at `known_at` and held at `as_of`, see `Memory.facts`."""
        key = predicate_key(predicate) if predicate is not None else None
        if about is None:
            rows = self.store.all(space, key)
            roles = {row.fact_id: SUBJECT for row in rows}
        else:
            rows, roles = self._about(space, about, key)
        return roles_first(self._known(space, rows, as_of, known_at), roles)

    def by_id(
        self,
        space: str,
        fact_ids: Sequence[str],
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> list[Fact]:
        """Those of these facts that were known and held, in the order of the ids."""
        rows = self._whole(self.store.by_id(space, fact_ids))
        roles = {key: rank for rank, key in enumerate(fact_ids)}
        return roles_first(self._known(space, rows, as_of, known_at), roles)

    def beside(self, space: str, fact_ids: Sequence[str]) -> list[Fact]:
        """Those of these facts that are known, and all that is said of the same
        subjects by the same predicates."""
        rows = self._whole(self.store.by_id(space, fact_ids))
        return self._known(space, rows, None, None)

    def gone(self, space: str, about: str) -> list[GoneFact]:
        """What was said of it and is known no longer."""
        rows, _ = self._about(space, about, None)
        return [
            GoneFact.of(row, events)
            for row in rows
            if standing(events := events_of(row.log)) is None
        ]

    def among(
        self,
        space: str,
        said: Sequence[FactGroupFound],
        fact_ids: Sequence[str],
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> list[Fact]:
        """As `by_id`, of facts that were read with what is said beside them: nothing
        more is read, unless that is too much."""
        wanted = set(fact_ids)
        chosen = [one for one in said if any(f.fact_id in wanted for f in one.found)]
        groups = [one.statements for one in chosen]
        rows = [row for group in groups for row in group]
        cut = [
            pair
            for one, (first, *_) in zip(chosen, groups, strict=True)
            if one.is_cut and (pair := first.pair)
        ]
        rows += self.store.of_pairs(cut)
        declared = {
            first.predicate_key or "": one.single
            for one, (first, *_) in zip(chosen, groups, strict=True)
            if one.single is not None
        }
        rows = list({row.fact_id: row for row in rows}.values())
        keys = {row.predicate_key for row in rows if row.predicate_key}
        found = known_facts(
            rows,
            self.predicates.single_valued(space, keys, declared=declared),
            as_of=epoch_ms(as_of),
            known_at=epoch_ms(known_at),
            only=wanted,
        )
        return roles_first(found, {key: rank for rank, key in enumerate(fact_ids)})

    def _about(
        self, space: str, about: str, predicate: str | None
    ) -> tuple[list[FactRow], dict[str, int]]:
        """The statements to look at, and what the entity is to those that are asked
        for."""
        key = key_of(self.new_redactor().text(about))
        named = find_entities(self.engine, space, [key]).get(key, [])
        ids = [one.entity_id for one in named]
        if not ids:
            return [], {}
        rows = self.store.of_subjects(ids, predicate)
        roles = {row.fact_id: SUBJECT for row in rows}
        if predicate is not None and rows:
            return rows, roles
        others = {
            fact: OBJECT if role == "object" else MENTION
            for fact, role in self.store.naming(ids, predicate).items()
            if fact not in roles
        }
        rows += self._whole(self.store.by_id(space, list(others)))
        return list({row.fact_id: row for row in rows}.values()), roles | others

    def _whole(self, rows: Sequence[FactRow]) -> list[FactRow]:
        """With all that is said of the same subjects by the same predicates."""
        pairs = dict.fromkeys(row.pair for row in rows if row.pair)
        more = self.store.of_pairs(pairs)
        return list({row.fact_id: row for row in (*rows, *more)}.values())

    def _known(
        self,
        space: str,
        rows: Sequence[FactRow],
        as_of: datetime | None,
        known_at: datetime | None,
    ) -> list[Fact]:
        return known_facts(
            rows,
            self.single_of(space, rows),
            as_of=epoch_ms(as_of),
            known_at=epoch_ms(known_at),
        )

    def single_of(self, space: str, rows: Iterable[FactRow]) -> set[str]:
        keys = {row.predicate_key for row in rows if row.predicate_key}
        return self.predicates.single_valued(space, keys)
