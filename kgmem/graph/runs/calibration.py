"""CalibrationStore: what calibrating asks of the graph, in its words."""

from kgmem.graph.query_files import query
from kgmem.graph.store import GraphStore
from kgmem.ports import Row


class CalibrationStore:
    """Reported outcomes and the curve made of them, in any CypherEngine; all
    operations are scoped to a space."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    def outcomes(self, space: str) -> list[Row]:
        """The newest reported outcomes, newest first: `predicted` (the confidence
        before calibration), `outcome` (success or failure), `at` and `route`."""
        return self._store.read("reported_outcomes", space=space)

    def curve(self, space: str) -> str | None:
        """The curve that is kept, as JSON; None if the rules stand as they are."""
        rows = self._store.read("calibration_curve", meta_id=_curve_id(space))
        return rows[0]["curve"] if rows else None

    def keep(self, space: str, curve: str | None) -> None:
        """Keep this curve in place of the last one; with None, none."""
        params = {"meta_id": _curve_id(space), "curve": curve}
        self._store.changing(
            space,
            lambda tx: tx.run(query("keep_calibration_curve"), params),
            ["curve"],
        )


def _curve_id(space: str) -> str:
    return f"calibration:{space}"
