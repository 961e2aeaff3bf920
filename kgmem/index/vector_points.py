"""What the index keeps of a node: its words, its payload, and where it is written."""

from collections.abc import Sequence

from kgmem.graph.points import COLLECTIONS, FACT, KINDS, Waiting
from kgmem.graph.rows import embed_text
from kgmem.language.tokenizer import sparse_document
from kgmem.model.keys.identity import fold_app
from kgmem.ports import Collection, Row, VectorIndex, VectorPoint


def outbox_id(row: Row) -> str:
    """The key of the outbox row of a point."""
    return f"{row['kind']}:{row['point_id']}"


def embedded(row: Row) -> str:
    """The text whose vector stands for a node; a part of a document stands under its
    headings."""
    return embed_text("\n".join([*_headings(row), row["text"]]))


def _worded(row: Row) -> str:
    """The text whose words a node is found by."""
    more = row.get("keywords") or () if row["kind"] == FACT.name else ()
    return " ".join([embedded(row), *more])


def _headings(row: Row) -> list[str]:
    headings = row.get("headings") or ()
    return [" > ".join(headings)] if headings else []


def payload_of(row: Row) -> dict[str, str]:
    """What filters of the index can ask for."""
    fields = {
        "app": fold_app(row.get("app")),
        "domain": fold_app(row.get("domain")),
        **{
            name: row.get(name)
            for name in ("source", "language", "intent", "text_hash")
        },
    }
    return {name: value for name, value in fields.items() if value}


def point_of(row: Row, vector: Sequence[float]) -> VectorPoint:
    """A node's row as a point."""
    return VectorPoint(
        point_id=row["point_id"],
        space=row["space"],
        kind=row["kind"],
        version=row["version"],
        dense=vector,
        sparse=sparse_document(_worded(row), KINDS[row["kind"]].average_length),
        payload=payload_of(row),
    )


def upsert(index: VectorIndex, points: Sequence[VectorPoint]) -> None:
    """Write each point to its collection."""
    for collection in COLLECTIONS:
        theirs = [p for p in points if KINDS[p.kind].collection == collection]
        if theirs:
            index.upsert(collection, theirs)


def delete(index: VectorIndex, rows: Sequence[Waiting]) -> None:
    """Delete the points of those outbox rows that ask for it."""
    gone = [row for row in rows if row.op == "delete"]
    for collection in sorted({row.collection for row in gone}):
        index.delete(
            _collection(collection),
            [row.point_id for row in gone if row.collection == collection],
        )


def _collection(name: str) -> Collection:
    return "facts" if name == "facts" else "experiences"
