"""Heal what `doctor` found."""

from kgmem.errors import VectorsLost
from kgmem.graph.people.chains import mend_conversations
from kgmem.graph.runs.strays import clear_away
from kgmem.graph.store import GraphStore
from kgmem.index.compare import mend
from kgmem.index.projection import Projection


def repair(store: GraphStore, projection: Projection) -> None:
    """Write missing points, delete orphaned ones and those of unknown spaces; remove
    tasks without runs and what is left of lost records; put messages of conversations
    in order.

    Collections that are gone are made anew. Raises VectorsUnavailable or ServiceError
    if the index can't be read or written; call it again when it can.
    """
    clear_away(store)
    store.forget_names()
    mend_conversations(store)
    see_to(projection)
    projection.drain(force=True)
    try:
        projection.require()
        mend(store, projection)
    except VectorsLost:
        projection.reopen()
        mend(store, projection)
    projection.flush()
    projection.made_whole()
    projection.drop_previous()


def see_to(projection: Projection) -> None:
    """Have it use what the graph names now. Raises VectorsUnavailable."""
    if projection.used:
        projection.look()
    else:
        projection.reopen()
