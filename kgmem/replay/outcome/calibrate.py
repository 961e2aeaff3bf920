"""outcomes -> enough? -> curve -> cross-validation -> kept or not.

Makes the confidence of a plan mean what it says: of the plans at 0.8, eight of ten
succeed. The rules' confidence stays what is measured and what is fitted on.
"""

import threading
from collections.abc import Sequence

from kgmem.graph.changes import Change
from kgmem.graph.runs.calibration import CalibrationStore
from kgmem.model.base import Value
from kgmem.model.calibration_curve import Curve, Prediction, apply
from kgmem.replay.fit_curve import fit
from kgmem.replay.outcome.reliability import Reliability, reliability

MIN_OUTCOMES = 50
"""Outcomes below which the rules stay as they are,"""
MIN_OF_EACH = 5
"""and successes, and failures, that must be among them."""
FOLDS = 10
"""Parts of the outcomes; each is judged by the curve of the others."""


class Calibration(Value):
    """Whether recorded outcomes say something else than the rules do."""

    n: int
    """Outcomes known."""
    successes: int
    before: Reliability | None
    """Of the rules' confidence; None without an outcome."""
    after: Reliability | None
    """Of the calibrated confidence, cross-validated; None if there is too little to
    fit."""
    curve: Curve | None
    """None: the rules stay as they are."""
    used: bool
    reason: str
    """Why the curve is used, or why not."""


class Calibrate:
    """Fits and keeps the curve of each space. Thread-safe."""

    def __init__(self, store: CalibrationStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._read: dict[str, Curve | None] = {}
        """By space."""
        self._notes = 0
        """How often something was dropped of it."""

    def __call__(self, space: str) -> Calibration:
        """Fit on the outcomes that were reported, and keep the curve if it holds."""
        told = self._store.outcomes(space)
        found = calibrate(
            [Prediction(min(max(o.predicted, 0.0), 1.0), o.succeeded) for o in told]
        )
        kept = found.curve
        self._store.keep(space, None if kept is None else kept.model_dump_json())
        self.note(Change(space, ("curve",)))
        return found

    def curve(self, space: str) -> Curve | None:
        """The curve to apply, for who has looked at the log of the space; None if the
        rules stand."""
        with self._lock:
            notes = self._notes
            if space in self._read:
                return self._read[space]
        text = self._store.curve(space)
        kept = None if text is None else Curve.model_validate_json(text)
        with self._lock:
            if notes == self._notes:  # else what was read may be old
                self._read[space] = kept
        return kept

    def note(self, change: Change) -> None:
        """Another curve may be kept now: read it when asked."""
        if change.touches("curve"):
            with self._lock:
                self._notes += 1
                self._read.pop(change.space, None)


def calibrate(predictions: Sequence[Prediction]) -> Calibration:
    """The curve for these outcomes, if there are enough and it makes the
    cross-validated Brier score no worse."""
    n, successes = len(predictions), sum(one.succeeded for one in predictions)
    before = reliability(predictions)
    lacking = _lacking(n, successes)
    after = None if lacking else reliability(cross_validated(predictions))
    used = before is not None and after is not None and after.brier <= before.brier
    return Calibration(
        n=n,
        successes=successes,
        before=before,
        after=after,
        curve=fit(predictions) if used else None,
        used=used,
        reason=lacking or _comparison(before, after),
    )


def cross_validated(predictions: Sequence[Prediction]) -> list[Prediction]:
    """Each with the confidence that the curve of the other folds gives it.

    Folds are stratified by outcome and confidence (Kohavi 1995) and do not depend on
    the order of the predictions.
    """
    ordered = sorted(predictions, key=lambda one: (one.succeeded, one))
    found = []
    for fold in range(FOLDS):
        others = (one for n, one in enumerate(ordered) if n % FOLDS != fold)
        curve = fit(others)
        found += [
            one._replace(confidence=apply(curve, one.confidence))
            for one in ordered[fold::FOLDS]
        ]
    return found


def _lacking(n: int, successes: int) -> str | None:
    """What is missing before a curve can be fitted."""
    if n < MIN_OUTCOMES:
        return f"{n} outcomes are reported; {MIN_OUTCOMES} are needed"
    fewer = min(successes, n - successes)
    if fewer < MIN_OF_EACH:
        kind = "successes" if fewer == successes else "failures"
        return f"{fewer} {kind} among {n} outcomes; {MIN_OF_EACH} are needed"
    return None


def _comparison(before: Reliability | None, after: Reliability | None) -> str:
    if before is None or after is None:
        return ""
    better = "better" if after.brier <= before.brier else "worse"
    return (
        f"cross-validated, the curve is {better} than the rules: Brier score "
        f"{after.brier:.3f} with it, {before.brier:.3f} without"
    )
