"""CalibrationStore: what calibrating asks of the graph, in its words."""

from math import isfinite

from kgmem.graph.query_files import query
from kgmem.graph.store import GraphStore
from kgmem.model.calibration_curve import Prediction


class CalibrationStore:
    """Reported outcomes and the curve made of them, in any CypherEngine; all
    operations are scoped to a space."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    def outcomes(self, space: str) -> list[Prediction]:
        """The newest reported outcomes, newest first, with the confidence before any
        calibration; without those whose confidence is no number, as graphs written by
        others may hold."""
        rows = self._store.read("reported_outcomes", space=space)
        return [
            Prediction(
                min(max(float(row["predicted"]), 0.0), 1.0), row["outcome"] == "success"
            )
            for row in rows
            if isinstance(row["predicted"], int | float) and isfinite(row["predicted"])
        ]

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
