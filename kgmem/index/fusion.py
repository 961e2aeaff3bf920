"""Two ranked lists into one."""

from collections.abc import Sequence

from kgmem.ports import VectorHit


def min_max(hits: Sequence[VectorHit]) -> dict[str, float]:
    """Scores of one list scaled to 0..1 by its own best and worst.

    One hit, or all equal, counts 1. The worst of several counts a little above 0,
    since being found at all is evidence.
    """
    if not hits:
        return {}
    scores = [hit.score for hit in hits]
    low, high = min(scores), max(scores)
    if high - low < 1e-9:
        return {hit.point_id: 1.0 for hit in hits}
    floor = 0.05
    return {
        hit.point_id: floor + (1 - floor) * (hit.score - low) / (high - low)
        for hit in hits
    }


def nearness(hit: VectorHit) -> tuple[float, str]:
    """Sorts hits, the nearest first, of equally near ones by id: the order of an index
    is no reason."""
    return -round(hit.score, 6), hit.point_id


def fuse(*lists: Sequence[VectorHit]) -> list[tuple[str, float]]:
    """(point id, fused score in 0..1), best first; ties by id.

    The sum of min-max scaled scores over the lists that found anything: unlike
    reciprocal ranks it keeps how far apart two hits were.
    """
    scaled = [min_max(hits) for hits in lists if hits]
    total: dict[str, float] = {}
    for scores in scaled:
        for point_id, score in scores.items():
            total[point_id] = total.get(point_id, 0.0) + score / len(scaled)
    return sorted(total.items(), key=lambda item: (-item[1], item[0]))
