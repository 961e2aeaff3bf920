"""How much there is of a space, in both stores."""

from kgmem.errors import KgmemError
from kgmem.graph.counting import counts, waiting_points
from kgmem.graph.points import COLLECTIONS
from kgmem.graph.store import GraphStore
from kgmem.index.projection import Projection

COUNTED = (
    "tasks", "experiences", "successes", "failures", "steps", "elements", "patterns",
    "slots", "replays", "replays_succeeded", "replays_failed", "replays_blocked",
    "replays_absent", "replays_refused", "pages", "apps", "entities", "facts",
    "documents", "chunks", "agents", "conversations", "messages", "events", "drafts",
)  # fmt: skip


def stats(store: GraphStore, projection: Projection, space: str) -> dict[str, object]:
    """Counts of a space in both stores."""
    counted = dict.fromkeys(COUNTED, 0) | counts(store, space)
    try:
        points: int | None = sum(
            projection.index.count(collection, space) for collection in COLLECTIONS
        )
    except KgmemError:
        points = None
    return {
        "space": space,
        **counted,
        "waiting": outbox_depth(store, projection, space),
        "points": points,
        "generation": projection.generation.number,
        "model": projection.generation.model,
    }


def outbox_depth(store: GraphStore, projection: Projection, space: str) -> int:
    """Changes that the vectors have still to take up."""
    return len(waiting_points(store, space) - projection.handled)
