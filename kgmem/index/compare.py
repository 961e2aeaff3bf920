"""The two stores side by side: what the index lacks, and what it holds too much."""

from kgmem.graph.counting import versions_of, waiting_points
from kgmem.graph.points import COLLECTIONS, KINDS, PointKind
from kgmem.graph.store import GraphStore
from kgmem.index.projection import Projection
from kgmem.ports import Collection


def difference(
    store: GraphStore, projection: Projection, space: str, collection: Collection
) -> tuple[dict[PointKind, set[str]], set[str]]:
    """Nodes whose point is missing or old, by kind, and points whose node is gone;
    what waits in the outbox is neither.

    In this order, so that what is learned meanwhile is never taken for an orphan.
    """
    handled = projection.handled
    points = projection.index.versions(collection, space)
    nodes = {
        kind: versions_of(store, space, kind)
        for kind in KINDS.values()
        if kind.collection == collection
    }
    waiting = waiting_points(store, space) - handled
    missing = {
        kind: {key for key, n in versions.items() if points.get(key) != n} - waiting
        for kind, versions in nodes.items()
    }
    known = {key for versions in nodes.values() for key in versions}
    return missing, set(points) - known - waiting


def strangers(
    store: GraphStore, projection: Projection
) -> list[tuple[Collection, str]]:
    """Points of spaces that the graph does not know, by collection."""
    spaces = list(store.spaces())
    found: list[tuple[Collection, str]] = []
    for collection in COLLECTIONS:
        ids = projection.index.outside(collection, spaces)
        known: set[str] = set()  # a space may have come since its name was read
        for kind in KINDS.values():
            if ids and kind.collection == collection:
                known |= {one.point_id for one in store.points(kind, ids)}
        found += [(collection, key) for key in sorted(set(ids) - known)]
    return found


def mend(store: GraphStore, projection: Projection) -> None:
    """Write missing points, delete orphaned ones and those of unknown spaces. Raises
    VectorsUnavailable or ServiceError."""
    for space in store.spaces():
        for collection in COLLECTIONS:
            missing, orphaned = difference(store, projection, space, collection)
            for kind, ids in missing.items():
                projection.restore(kind, sorted(ids))
            projection.remove(collection, sorted(orphaned))
    for collection, key in strangers(store, projection):
        projection.remove(collection, [key])
