"""How much there is: nodes, what waits for the index, what waits for its links."""

from collections.abc import Iterable

from kgmem.graph.known_tasks import TaskWords
from kgmem.graph.points import PointKind
from kgmem.graph.store import GraphStore


def nodes_of(store: GraphStore, kinds: Iterable[PointKind]) -> int:
    """Nodes of these kinds, in all spaces."""
    return sum(_number(store, kind.count) for kind in kinds)


def versions_of(store: GraphStore, space: str, kind: PointKind) -> dict[str, int]:
    """The version of each node of a kind, by the id of its point."""
    rows = store.read(kind.versions, space=space)
    return {row["point_id"]: row["version"] for row in rows}


def waiting_rows(store: GraphStore) -> int:
    """Rows of the outbox, of all spaces."""
    return _number(store, "count_waiting")


def waiting_points(store: GraphStore, space: str) -> set[str]:
    """Ids of the points of a space that stand in the outbox."""
    return {row["point_id"] for row in store.read("waiting_points", space=space)}


def unlinked_tasks(store: GraphStore, space: str) -> int:
    """Tasks of a space that learning left to the batch job to link."""
    return _number(store, "count_unlinked", space=space)


def has_entities(store: GraphStore, space: str) -> bool:
    """Does the space know any entity?"""
    kept = store.kept.nameless
    if kept.of(space, [""]):
        return False
    drops = kept.drops  # before it is read
    found = bool(store.read("any_entity", space=space))
    if not found:
        kept.put(space, {"": True}, drops)
    return found


def _number(store: GraphStore, name: str, **params: str) -> int:
    return int(store.read(name, **params)[0]["n"])


def counts(store: GraphStore, space: str) -> dict[str, int]:
    """How many records a space has, by their sort."""
    found: dict[str, int] = {}
    for row in store.read("counts", space=space):
        found |= row["counts"]
    return found


def pending_words(
    store: GraphStore, space: str, after: str, limit: int
) -> list[TaskWords]:
    """What tasks say that no job has looked at yet, behind this id in their order."""
    rows = store.read("pending_words", space=space, after=after, limit=limit)
    return [TaskWords(row["task_id"], row["text"], row["app"]) for row in rows]
