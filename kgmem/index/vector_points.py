"""What the index keeps of a node: its words, its payload, and where it is written."""

from collections.abc import Sequence

from kgmem.graph.points import COLLECTIONS, FACT, KINDS, TASK, IndexedNode, Waiting
from kgmem.graph.rows import embed_text
from kgmem.language.tokenizer import sparse_document
from kgmem.matching.masked import masked
from kgmem.model.keys.identity import fold_app
from kgmem.ports import VectorIndex, VectorPoint


def embedded(node: IndexedNode) -> tuple[str, ...]:
    """The texts whose vectors stand for a node, all together: of a task it is the text
    with its values and the one without. A part of a document stands under its headings,
    a message after the one before it."""
    if node.kind == TASK.name:
        return texts_of(node.text, node.masked)
    before = [node.before] if node.before else []
    return (embed_text("\n".join([*_headings(node), *before, node.text])),)


def texts_of(task: str, bare: str | None = None) -> tuple[str, ...]:
    """A task's text and, where it is another one, that without its values."""
    both = task, bare or masked(task)
    return tuple(dict.fromkeys(map(embed_text, both)))


def _worded(node: IndexedNode) -> str:
    """The text whose words a node is found by."""
    more = node.keywords if node.kind == FACT.name else ()
    return embed_text("\n".join([*_headings(node), node.text, *more]))


def _headings(node: IndexedNode) -> list[str]:
    return [" > ".join(node.headings)] if node.headings else []


def payload_of(node: IndexedNode) -> dict[str, str]:
    """What filters of the index can ask for."""
    fields = {
        "app": fold_app(node.app),
        "source": node.source,
        "language": node.language,
        "intent": node.intent,
        "text_hash": node.text_hash,
    }
    return {name: value for name, value in fields.items() if value}


def point_of(node: IndexedNode, vector: Sequence[float]) -> VectorPoint:
    """A node as a point."""
    return VectorPoint(
        point_id=node.point_id,
        space=node.space,
        kind=node.kind,
        version=node.version,
        dense=vector,
        sparse=sparse_document(_worded(node), KINDS[node.kind].average_length),
        payload=payload_of(node),
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
        theirs = [row.point_id for row in gone if row.collection == collection]
        index.delete(collection, theirs)
