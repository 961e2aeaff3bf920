"""Documents and their parts in the graph."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from kgmem.errors import GraphUnavailable
from kgmem.graph.entities import Name, claim_entities, delete_lone_entities
from kgmem.graph.points import CHUNK, put_outbox
from kgmem.graph.query_files import query
from kgmem.graph.rows import moment_of
from kgmem.graph.store import GraphStore, each
from kgmem.model.document import Document
from kgmem.ports import Row, Transaction

GONE = 200
"""Parts that are deleted in one transaction."""


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

    def find(self, space: str, document_id: str) -> Row | None:
        """A document's properties; None if there is no such one."""
        rows = self.store.read("document", space=space, document_id=document_id)
        return dict(rows[0]["document"]) if rows else None

    def documents(self, space: str) -> list[Row]:
        """All documents of a space, by name."""
        rows = self.store.read("documents", space=space)
        return [dict(row["document"]) for row in rows]

    def same_content(
        self, space: str, content_hash: str, app: str | None
    ) -> Row | None:
        """A document of this content and app that is there as a whole."""
        rows = self.store.read(
            "documents_of_content",
            space=space,
            content_hash=content_hash,
            app=app or "",
        )
        return rows[0] if rows else None

    def known_chunks(self, ids: Sequence[str]) -> set[str]:
        """Those of these parts that are in the graph."""
        rows = self.store.read("known_chunks", ids=list(ids))
        return {row["chunk_id"] for row in rows}

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
        order: Sequence[Row],
        before: str | None,
    ) -> list[Row]:
        """Write a stretch of a document in one transaction; gives the points that
        wait for their vectors.

        `order`: `chunk_id` and `props` of the whole stretch, those that are there
        already included; `before` is the part that it follows.
        """

        def work(tx: Transaction) -> list[Row]:
            rows = [
                {"document_id": document_id, "chunk_id": c.chunk_id, "props": c.props}
                for c in new
            ]
            each(tx, "create_chunks", rows)
            each(tx, "renumber_chunks", order)
            _link(tx, [row["chunk_id"] for row in order], before)
            _mention(tx, space, new)
            each(
                tx,
                "state_in_chunks",
                (
                    {"chunk_id": chunk.chunk_id, "fact_id": fact}
                    for chunk in new
                    for fact in dict.fromkeys(chunk.facts)
                ),
            )
            points = [{"point_id": c.chunk_id, **c.props} for c in new]
            return put_outbox(tx, CHUNK, points)

        return self.store.engine.write(work)

    def finish(
        self, space: str, document_id: str, props: Row, about: Sequence[Name]
    ) -> None:
        """The document is there as a whole, and these are what it is about."""

        def work(tx: Transaction) -> None:
            one = {"document_id": document_id}
            old = tx.run(query("subjects_of_document"), one)
            tx.run(query("unlink_subjects"), one)
            ids = list(dict.fromkeys(claim_entities(tx, space, about)))
            tx.run(query("link_subjects"), {**one, "ids": ids})
            tx.run(query("merge_document"), {**one, "props": props})
            delete_lone_entities(tx, [row["entity_id"] for row in old])

        self.store.engine.write(work)

    def left_over(self, document_id: str, edition: str) -> Iterator[list[str]]:
        """Parts that are not of this edition, a few at a time; those of each list
        have to be deleted before the next one."""
        params: dict[str, Any] = {
            "document_id": document_id,
            "edition": edition,
            "limit": GONE,
        }
        before: list[str] = []
        while rows := self.store.read("chunks_of_other_edition", **params):
            ids = [row["chunk_id"] for row in rows]
            if ids == before:
                raise GraphUnavailable("parts of a document can't be deleted")
            yield ids
            before = ids

    def stated(
        self, ids: Sequence[str], source: str
    ) -> dict[str, Literal["parts", "sources", "nobody"]]:
        """By id the facts that these parts state, and who else does: other parts of
        documents, other sources, or nobody."""
        rows = self.store.read("stated_in_chunks", ids=list(ids), source=source)
        return {
            row["fact_id"]: "parts"
            if row["elsewhere"]
            else "sources"
            if row["sources"]
            else "nobody"
            for row in rows
        }

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


def document_of(row: Row) -> Document:
    """The document in a row of the graph."""
    return Document(
        **{
            **row,
            "created_at": moment_of(row["created_at"]),
            "updated_at": moment_of(row["updated_at"]),
        }
    )


def _link(tx: Transaction, ids: Sequence[str], before: str | None) -> None:
    """NEXT edges along a stretch; what led away from it before is gone."""
    chain = [before, *ids] if before else list(ids)
    tx.run(query("unlink_chunks"), {"ids": chain})
    each(
        tx,
        "link_chunks",
        ({"before": a, "after": b} for a, b in pairwise(chain)),
    )


def _mention(tx: Transaction, space: str, chunks: Sequence[ChunkRow]) -> None:
    names = [name for chunk in chunks for name, _ in chunk.mentions]
    found = iter(claim_entities(tx, space, names))
    counts: dict[tuple[str, str], int] = {}
    for chunk in chunks:
        for _, count in chunk.mentions:
            pair = chunk.chunk_id, next(found)
            counts[pair] = counts.get(pair, 0) + count
    each(
        tx,
        "mention_in_chunks",
        (
            {"chunk_id": chunk, "entity_id": entity, "count": count}
            for (chunk, entity), count in counts.items()
        ),
    )
