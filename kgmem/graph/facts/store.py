"""FactStore: what the flow of facts asks of the graph, in its words."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

from kgmem.errors import InvalidInput, NotFound
from kgmem.graph.facts.entities import delete_lone_entities, lock_entities
from kgmem.graph.facts.fact_row import FactRow, Pair, StatedInterval
from kgmem.graph.facts.statement import FactTaken, Statement, Written
from kgmem.graph.facts.write import FactWriter
from kgmem.graph.points import FACT, put_outbox
from kgmem.graph.query_files import query
from kgmem.graph.runs.write import CLAIMS
from kgmem.graph.store import GraphStore
from kgmem.model.fact_log import Event
from kgmem.ports import Row, Transaction

T = TypeVar("T")

MAX_INTERVALS = 50_000
"""So many statements are looked at to learn which predicates have one value."""


class FactStore:
    """Typed operations on statements; all are scoped to a space."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    # writing ----------------------------------------------------------------------

    def write(
        self,
        space: str,
        statements: Sequence[Statement],
        single: Collection[str],
        now: int,
    ) -> Written:
        """Store what is said, with its outbox rows, in one transaction.

        `single` are the keys of single-valued predicates; `now` is in milliseconds.
        """

        def work(tx: Transaction, wary: bool) -> Written:
            writer = FactWriter(tx, space, single, now, wary=wary)
            written = writer.state(statements)
            written.points = writer.finish()
            return written

        both = sum(s.start is not None and s.end is not None for s in statements)
        return self._insist(space, work, both)

    def note(
        self,
        space: str,
        ids: Sequence[str],
        event: Event,
        single: Collection[str],
        *,
        explicit: bool,
    ) -> None:
        """Note what happened to statements; those that were not known at that time stay
        as they are.

        Without an `explicit` time it happened after all that is noted. Raises NotFound
        if one of them is not there, InvalidInput if it was recorded later.
        """

        def work(tx: Transaction, wary: bool) -> None:
            writer = FactWriter(tx, space, single, event.at)
            _there(writer, space, ids)
            for key in ids:
                first, last = writer.noted(key)
                at = event.at if explicit else max(event.at, last)
                if at < first:
                    raise InvalidInput(f"at: {key} was recorded later than that")
                if writer.stands(key, at):
                    writer.add(key, replace(event, at=at))
            writer.finish()

        self._insist(space, work, len(ids))

    def correct(
        self,
        space: str,
        key: str,
        statement: Statement,
        event: Event,
        single: Collection[str],
    ) -> Written:
        """Put a statement in the place of another one. Raises NotFound, or
        InvalidInput if the old one is not known any more or says the same."""

        def work(tx: Transaction, wary: bool) -> Written:
            writer = FactWriter(tx, space, single, event.at, wary=wary)
            _there(writer, space, [key])
            if not writer.stands(key):
                raise InvalidInput(f"fact_id: {key} was retracted already")
            at = max(event.at, writer.noted(key)[1])
            writer.add(key, replace(event, at=at))
            written = writer.state([replace(statement, recorded_at=at)])
            if written.ids == [key]:
                raise InvalidInput(f"nothing of {key} is to be changed")
            writer.correct(written.ids[0], key, at)
            written.points = writer.finish()
            return written

        return self._insist(space, work, 2)

    def delete(self, space: str, ids: Sequence[str], single: Collection[str]) -> int:
        """Delete statements, their points, and the entities that nothing else is said
        of; how many. Raises NotFound if one of them is not there."""

        def work(tx: Transaction, wary: bool) -> int:
            writer = FactWriter(tx, space, single, 0)
            _there(writer, space, ids)
            params = {"ids": list(ids)}
            about = [r["entity_id"] for r in tx.run(query("entities_of_facts"), params)]
            lock_entities(tx, about)
            tx.run(query("delete_facts"), params)
            for key in ids:
                writer.leave_out(key)
            writer.finish()
            delete_lone_entities(tx, about)
            gone = [{"point_id": key, "space": space} for key in ids]
            put_outbox(tx, FACT, gone, "delete")
            return len(gone)

        return self._insist(space, work, len(ids))

    def _insist(self, space: str, work: Callable[..., T], intervals: int) -> T:
        """Do it, and warily again where another one was quicker; at most so many
        statements with both bounds come, go or change by it."""
        notes = [f"facts {intervals}"]
        for attempt in range(CLAIMS):
            with suppress(FactTaken):
                careful = partial(work, wary=attempt > 0)
                return self._store.changing(space, careful, notes)
        return self._store.changing(space, partial(work, wary=True), notes)

    # reading ----------------------------------------------------------------------

    def all(self, space: str, predicate: str | None = None) -> list[FactRow]:
        """All statements, or those of one predicate."""
        if predicate is None:
            return _rows(self._store.read("all_facts", space=space))
        return _rows(
            self._store.read("facts_with_predicate", space=space, predicate=predicate)
        )

    def by_id(self, space: str, ids: Sequence[str]) -> list[FactRow]:
        """Those of these statements that there are."""
        return _rows(self._store.read("facts_by_id", space=space, ids=list(ids)))

    def of_subjects(
        self, ids: Sequence[str], predicate: str | None = None
    ) -> list[FactRow]:
        """What is said of these entities."""
        params = {"ids": list(ids), "predicate": predicate}
        return _rows(self._store.read("facts_of_subjects", **params))

    def of_pairs(self, pairs: Iterable[Pair]) -> list[FactRow]:
        """What is said of these subjects by these predicates."""
        rows = [{"subject": s, "predicate_key": p} for s, p in pairs]
        return _rows(self._store.read("facts_of_pairs", rows=rows)) if rows else []

    def naming(self, ids: Sequence[str], predicate: str | None) -> dict[str, str]:
        """By id the statements that have one of these entities as their object, or
        (without a predicate) name it: `object` or `mention`."""
        params = {"ids": list(ids), "predicate": predicate}
        rows = self._store.read("facts_naming", **params)
        return {
            r["fact_id"]: r["role"] for r in sorted(rows, key=lambda r: r["role"] < "n")
        }

    # predicates -------------------------------------------------------------------

    def declared(self, space: str, keys: Iterable[str]) -> Mapping[str, bool]:
        """By key of a predicate, whether it was declared single-valued; those that
        were declared nothing are missing. What changed in the space is told along."""
        by_id = {_predicate_id(space, key): key for key in keys}
        changes = self._store.changes
        rows = self._store.read(
            "declared_predicates", ids=list(by_id), **changes.asked(space)
        )
        changes.observe((row for row in rows if row["place"]), space)
        return {
            by_id[row["id"]]: bool(row["single_valued"]) for row in rows if row["id"]
        }

    def declare(self, space: str, key: str, single_valued: bool) -> None:
        """Keep what was declared of a predicate."""
        self._store.write(
            "declare_predicate",
            meta_id=_predicate_id(space, key),
            single_valued=single_valued,
        )

    def intervals(self, space: str) -> list[StatedInterval]:
        """Statements with both bounds; MAX_INTERVALS of them at most."""
        params: dict[str, object] = {"space": space, "limit": MAX_INTERVALS}
        rows = self._store.read("stated_intervals", **params)
        return [
            StatedInterval(*(row[name] for name in StatedInterval._fields))
            for row in rows
        ]


def _predicate_id(space: str, key: str) -> str:
    return f"predicate:{space}:{key}"


def _there(writer: FactWriter, space: str, ids: Sequence[str]) -> None:
    known = writer.load(ids)
    for key in ids:
        if key not in known:
            raise NotFound(f"no fact {key} in space {space!r}")


def _rows(rows: Sequence[Row]) -> list[FactRow]:
    return [
        FactRow.of_row(
            {**row["fact"], "object": row["object"]}, row["subject_id"], row["subject"]
        )
        for row in rows
    ]
