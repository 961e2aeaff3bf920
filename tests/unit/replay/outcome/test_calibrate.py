"""Confidence calibrated from reported outcomes: when it is done, and what it does."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.graph import migrate
from kgmem.graph.runs.calibration import CalibrationStore
from kgmem.graph.store import GraphStore
from kgmem.model.calibration_curve import Prediction
from kgmem.replay.fit_curve import fit
from kgmem.replay.outcome.calibrate import Calibrate, calibrate
from kgmem.replay.outcome.reliability import brier

SPACE = "团队"


def simulated(n: int, sure: float, right: float) -> list[Prediction]:
    """Plans said to succeed with `sure` that do so with `right`."""
    return [Prediction(sure, k < right * n) for k in range(n)]


@pytest.mark.parametrize(
    ("successes", "failures", "reason"),
    [
        (0, 0, "0 outcomes are reported; 50 are needed"),
        (25, 24, "49 outcomes are reported; 50 are needed"),
        (96, 4, "4 failures among 100 outcomes; 5 are needed"),
        (2, 98, "2 successes among 100 outcomes; 5 are needed"),
    ],
)
def test_too_few_outcomes_leave_the_rules(
    successes: int, failures: int, reason: str
) -> None:
    given = [Prediction(0.7, True)] * successes + [Prediction(0.7, False)] * failures

    found = calibrate(given)

    assert not found.used
    assert found.curve is None
    assert found.after is None
    assert found.reason == reason


def test_overconfident_rules_are_corrected() -> None:
    found = calibrate([*simulated(100, 0.9, 0.5), *simulated(100, 0.6, 0.3)])

    assert found.curve is not None
    assert found.before is not None
    assert found.after is not None
    assert found.curve(0.9) == pytest.approx(0.5, abs=0.05)
    assert found.after.brier < found.before.brier
    assert found.after.ece < found.before.ece
    assert found.after.log_loss < found.before.log_loss


def test_nobody_is_judged_by_a_curve_that_saw_him() -> None:
    # The curve of all outcomes fits these almost by heart.
    chance = random.Random(3)
    noise = [Prediction(chance.random(), chance.random() < 0.5) for _ in range(100)]
    found = calibrate(noise)

    curve = fit(noise)
    by_heart = [one._replace(confidence=curve(one.confidence)) for one in noise]

    assert found.after is not None
    assert found.after.brier > brier(by_heart)


# --- stored ----------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GraphStore]:
    engine = ArcadeEngine(tmp_path / "graph")
    migrate.ensure_new(engine)
    yield GraphStore(engine)
    engine.close()


def report(store: GraphStore, predicted: object, outcome: str, space: str) -> None:
    n = len(store.engine.read("MATCH (r:Report) RETURN r.report_id AS id"))
    store.engine.write(
        lambda tx: tx.run(
            "CREATE (:Report {report_id: $report_id, space: $space, "
            "predicted: $predicted, outcome: $outcome, at: timestamp()})",
            {
                "report_id": f"p{n}",
                "space": space,
                "predicted": predicted,
                "outcome": outcome,
            },
        )
    )


def report_many(store: GraphStore, space: str) -> None:
    for n in range(60):
        report(store, 0.9, "success" if n % 2 else "failure", space)


def test_the_curve_is_kept_for_its_space_alone(store: GraphStore) -> None:
    report_many(store, SPACE)

    found = Calibrate(CalibrationStore(store))(SPACE)

    later = Calibrate(CalibrationStore(store))
    assert found.curve is not None
    assert later.curve(SPACE) == found.curve
    assert later.curve("other") is None


def test_a_curve_that_no_longer_holds_goes(store: GraphStore) -> None:
    kept = CalibrationStore(store)
    kept.keep(SPACE, '{"knots": [[0.0, 0.0], [1.0, 0.5]]}')

    found = Calibrate(kept)(SPACE)

    assert not found.used
    assert kept.curve(SPACE) is None
