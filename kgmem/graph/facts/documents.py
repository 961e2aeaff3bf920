"""Documents and their parts in the graph."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from kgmem.graph.facts.entities import (
    Name,
    claim_entities,
    count_mentions,
    delete_lone_entities,
)
from kgmem.graph.points import CHUNK, IndexedNode, put_outbox
from kgmem.graph.query_files import each, query
from kgmem.graph.rows import moment_of
from kgmem.graph.store import GraphStore
from kgmem.model.document import Document
from kgmem.model.fact_log import events_of
from kgmem.ports import Params, Row, Transaction

GONE = 200
"""Parts that are deleted in one transaction."""

Others = Literal["parts", "sources", "nobody"]
"""Who else states a fact: other parts of the same source, other sources, or nobody."""


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A part of a document, ready to be written."""

    chunk_id: str
    props: Row
    mentions: Sequence[tuple[Name, int]] = ()
    """What it names, and how often."""
    facts: Sequence[str] = ()
    """Ids of the facts that it states."""


@dataclass(frozen=True, slots=True)
class DocumentStore:
    """Typed operations on documents; all are scoped to a space."""

    store: GraphStore

    def find(self, space: str, document_id: str) -> Document | None:
        """A document; None if there is no such one."""
        rows = self.store.read("document", space=space, document_id=document_id)
        return _document(rows[0]["document"]) if rows else None

    def documents(self, space: str) -> list[Document]:
        """All documents of a space, by name."""
        rows = self.store.read("documents", space=space)
        return [_document(row["document"]) for row in rows]

    def known_chunks(self, ids: Sequence[str]) -> set[str]:
        """Those of these parts that are in the graph."""
        return set(_known(self.store.engine.read, ids))

    def put(self, space: str, document_id: str, props: Row) -> None:
        """Make a document, or change what is known of it."""
        self.store.write(
            "merge_document",
            document_id=document_id,
            props={"space": space, **props},
        )

    def write_chunks(
        self,
        space: str,
        document_id: str,
        new: Sequence[ChunkRow],
        stretch: Sequence[ChunkRow],
        before: str | None,
    ) -> list[IndexedNode]:
        """Write a stretch of a document in one transaction; gives the points that
        wait for their vectors.

        `new` are those of the stretch that were not in the graph, with what they name
        and state; `before` is the part that it follows. What others do to the document
        meanwhile is left to `finish`.
        """

        def work(tx: Transaction) -> list[IndexedNode]:
            if not tx.run(query("lock_document"), {"document_id": document_id}):
                return []  # it was forgotten meanwhile
            known = _known(tx.run, [chunk.chunk_id for chunk in stretch])
            fresh = [chunk for chunk in new if chunk.chunk_id not in known]
            created = (
                {"document_id": document_id, "chunk_id": c.chunk_id, "props": c.props}
                for c in fresh
            )
            each(tx, "create_chunks", created)
            moved = [c for c in stretch if c.chunk_id in known]
            points = [_point(chunk, chunk.props["version"]) for chunk in fresh]
            points += _renumber(tx, moved, known)
            _link(tx, [chunk.chunk_id for chunk in stretch], before)
            counts = count_mentions(tx, space, {c.chunk_id: c.mentions for c in fresh})
            mentioned = (
                {"chunk_id": chunk, "entity_id": entity, "count": count}
                for (chunk, entity), count in counts.items()
            )
            each(tx, "mention_in_chunks", mentioned)
            each(
                tx,
                "state_in_chunks",
                (
                    {"chunk_id": chunk.chunk_id, "fact_id": fact}
                    for chunk in fresh
                    for fact in dict.fromkeys(chunk.facts)
                ),
            )
            return put_outbox(tx, CHUNK, points)

        return self.store.engine.write(work)

    def finish(
        self,
        space: str,
        document_id: str,
        edition: str,
        props: Row,
        about: Sequence[Name],
    ) -> bool:
        """Note that the document is there as a whole, and what it is about.

        `props` are `content_hash`, `chunks`, and what else is known now. False, and
        nothing is noted, if its parts are not those: another process has imported
        other content meanwhile, or forgotten it.
        """

        def work(tx: Transaction) -> bool:
            one = {"document_id": document_id}
            head = tx.run(query("lock_document"), one)
            (parts,) = tx.run(query("count_parts"), {**one, "edition": edition})
            if not head or (head[0]["content_hash"], parts["parts"]) != (
                props["content_hash"],
                props["chunks"],
            ):
                return False
            old = tx.run(query("subjects_of_document"), one)
            tx.run(query("unlink_subjects"), one)
            ids = list(dict.fromkeys(claim_entities(tx, space, about)))
            tx.run(query("link_subjects"), {**one, "ids": ids})
            tx.run(query("merge_document"), {**one, "props": props})
            delete_lone_entities(tx, [row["entity_id"] for row in old])
            return True

        return self.store.engine.write(work)

    def left_over(self, document_id: str, edition: str) -> Iterator[list[str]]:
        """Parts that are not of this edition, in their order, a few at a time."""
        rows = self.store.read(
            "chunks_of_other_edition", document_id=document_id, edition=edition
        )
        for at in range(0, len(rows), GONE):
            yield [row["chunk_id"] for row in rows[at : at + GONE]]

    def unheld_facts(self, space: str, source: str, since: int) -> dict[str, Others]:
        """Facts that were taken from texts of this source since then (epoch ms) and
        that no part states, and who else does."""
        rows = self.store.read("unheld_facts", space=space, source=source)
        return _others([row for row in rows if _was_taken(row, source, since)])

    def past_facts(self, space: str, source: str) -> list[str]:
        """Facts that were taken from texts of this source alone and that it does not
        state any more."""
        rows = self.store.read("unheld_facts", space=space, source=source)
        return [
            row["fact_id"]
            for row in rows
            if row["retracted_at"] is not None
            and not row["sources"]
            and _was_taken(row, source, 0)
        ]

    def stated(self, ids: Sequence[str], source: str) -> dict[str, Others]:
        """By id the facts that these parts state, and who else does."""
        return _others(
            self.store.read("stated_in_chunks", ids=list(ids), source=source)
        )

    def delete_chunks(self, space: str, ids: Sequence[str]) -> None:
        """Delete parts of documents, and the entities that nothing else names."""

        def work(tx: Transaction) -> None:
            params = {"ids": list(ids)}
            named = tx.run(query("named_in_chunks"), params)
            tx.run(query("delete_chunks"), params)
            delete_lone_entities(tx, [row["entity_id"] for row in named])
            gone = [{"point_id": key, "space": space} for key in ids]
            put_outbox(tx, CHUNK, gone, "delete")

        self.store.engine.write(work)

    def delete(self, document_id: str) -> None:
        """Delete a document that has no parts any more."""

        def work(tx: Transaction) -> None:
            one = {"document_id": document_id}
            about = tx.run(query("subjects_of_document"), one)
            tx.run(query("delete_document"), one)
            delete_lone_entities(tx, [row["entity_id"] for row in about])

        self.store.engine.write(work)


def _document(row: Row) -> Document:
    return Document.of_stored(
        **{
            **row,
            "created_at": moment_of(row["created_at"]),
            "updated_at": moment_of(row["updated_at"]),
        }
    )


def _others(rows: Sequence[Row]) -> dict[str, Others]:
    return {
        row["fact_id"]: "parts"
        if row["elsewhere"]
        else "sources"
        if row["sources"]
        else "nobody"
        for row in rows
    }


def _was_taken(fact: Row, source: str, since: int) -> bool:
    """Was it taken from a text of this source since then?"""
    return any(
        event.what == "stated"
        and event.extractor is not None
        and event.source == source
        and event.at >= since
        for event in events_of(fact["log"])
    )


def _known(
    read: Callable[[str, Params], list[Row]], ids: Sequence[str]
) -> dict[str, Row]:
    """By id, `app` and `version` of those of these parts that are in the graph."""
    rows = read(query("known_chunks"), {"ids": list(ids)})
    return {row["chunk_id"]: row for row in rows}


def _point(chunk: ChunkRow, version: int) -> Row:
    return {"point_id": chunk.chunk_id, **chunk.props, "version": version}


def _renumber(
    tx: Transaction, chunks: Sequence[ChunkRow], known: Mapping[str, Row]
) -> list[Row]:
    """Put parts that stay the same in their place; the points of those whose app, by
    which the index filters, is another one."""
    rows, points = [], []
    for chunk in chunks:
        props = {name: chunk.props.get(name) for name in ("n", "page", "edition")}
        old, app = known[chunk.chunk_id], chunk.props.get("app")
        if old["app"] != app:
            props |= {"app": app, "version": old["version"] + 1}
            points.append(_point(chunk, old["version"] + 1))
        rows.append({"chunk_id": chunk.chunk_id, "props": props})
    each(tx, "renumber_chunks", rows)
    return points


def _link(tx: Transaction, ids: Sequence[str], before: str | None) -> None:
    """NEXT edges along a stretch; what led away from it before is gone."""
    chain = [before, *ids] if before else list(ids)
    tx.run(query("unlink_chunks"), {"ids": chain})
    each(
        tx,
        "link_chunks",
        ({"before": a, "after": b} for a, b in pairwise(chain)),
    )
