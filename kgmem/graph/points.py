"""What the index keeps: kinds of points, and the named queries that give them."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from kgmem.graph.query_files import query
from kgmem.ports import Collection, Row, Transaction


@dataclass(frozen=True, slots=True)
class PointKind:
    """Nodes of one label as points; the queries give rows of `point_id`, `space`,
    `version`, `text` and what can be filtered by."""

    name: str
    collection: Collection
    average_length: float
    """Tokens of a usual text: about 9 in English and 21 in Chinese for a task, some
    ten times as many for a part of a document."""

    @property
    def points(self) -> str:
        """The query for those of `$ids`."""
        return f"{self.name}_points"

    @property
    def after(self) -> str:
        """For all, in the order of their keys, `$limit` of them after `$after`."""
        return f"{self.name}s_after"

    @property
    def versions(self) -> str:
        """For key and version of all of a space."""
        return f"{self.name}_versions"

    @property
    def count(self) -> str:
        """For their number."""
        return f"count_{self.name}s"


TASK = PointKind("task", "experiences", 15.0)
FACT = PointKind("fact", "facts", 15.0)
CHUNK = PointKind("chunk", "facts", 120.0)
MESSAGE = PointKind("message", "facts", 30.0)
EVENT = PointKind("event", "facts", 30.0)
PROFILE = PointKind("profile", "facts", 60.0)
KINDS = {kind.name: kind for kind in (TASK, FACT, CHUNK, MESSAGE, EVENT, PROFILE)}
COLLECTIONS: tuple[Collection, ...] = ("experiences", "facts")


@dataclass(frozen=True, slots=True)
class IndexedNode:
    """What the index keeps of a node."""

    kind: str
    point_id: str
    space: str
    version: int
    text: str
    headings: Sequence[str] = ()
    keywords: Sequence[str] = ()
    before: str | None = None
    """What was said before a message; it tells what its pronouns mean."""
    app: str | None = None
    source: str | None = None
    language: str | None = None
    intent: str | None = None
    text_hash: str | None = None
    masked: str | None = None
    """A task's text without its values, where that was stored."""
    stamp: str | None = None
    """Of its outbox row, where that was written just now."""

    @classmethod
    def of_row(cls, kind: str, row: Row) -> "IndexedNode":
        """A row of the kind's queries, or one that `put_outbox` got."""
        known = {name: row[name] for name in _OPTIONAL if row.get(name) is not None}
        given = row["point_id"], row["space"], row["version"], row["text"]
        return cls(kind, *given, **known)

    @property
    def outbox_id(self) -> str:
        """The key of its outbox row."""
        return f"{self.kind}:{self.point_id}"


_OPTIONAL = (
    "headings", "keywords", "before", "app", "source", "language", "intent",
    "text_hash", "masked", "stamp",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Waiting:
    """An outbox row: a point that the index still has to take up or give up."""

    outbox_id: str
    space: str
    op: str
    collection: Collection
    kind: str
    point_id: str
    stamp: str
    """Tells this row from an earlier one of the same point."""


def put_outbox(
    tx: Transaction, kind: PointKind, rows: Sequence[Row], op: str = "upsert"
) -> list[IndexedNode]:
    """An outbox row for each point; gives what the index has to take up.

    `rows` are shaped as what the kind's queries give, with `created_at`; to `delete`,
    or where nobody takes up what is given, key and space are enough.
    """
    points = stamped(kind, rows)
    if points:
        outbox = [outbox_row(kind, row, op) for row in points]
        tx.run(query("put_outbox"), {"rows": outbox})
    return [IndexedNode.of_row(kind.name, one) for one in points if "text" in one]


def stamped(kind: PointKind, rows: Sequence[Row]) -> list[Row]:
    """The points with their kind, and a stamp for their outbox rows."""
    return [
        {**row, "kind": kind.name, "stamp": uuid4().hex, "created_at": at}
        for row in rows
        for at in (row.get("created_at") or 0,)
    ]


def outbox_row(kind: PointKind, row: Row, op: str = "upsert") -> Row:
    """The outbox row of a stamped point."""
    return {
        "outbox_id": f"{kind.name}:{row['point_id']}",
        "props": {
            "space": row["space"],
            "op": op,
            "collection": kind.collection,
            "kind": kind.name,
            "point_id": row["point_id"],
            "stamp": row["stamp"],
            "created_at": row["created_at"],
        },
    }
