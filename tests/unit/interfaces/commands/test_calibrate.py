"""`kgmem calibrate` and what it shows."""

from io import StringIO

from rich.console import Console

from kgmem.interfaces.calibration_view import print_calibration
from kgmem.model.calibration_curve import Prediction
from kgmem.replay.outcome.calibrate import calibrate
from kgmem.replay.outcome.reliability import Reliability, reliability
from tests.unit.replay.test_fit_curve import outcomes


def measured(*predictions: Prediction) -> Reliability:
    found = reliability(predictions)
    assert found is not None
    return found


def shown(predictions: list[Prediction]) -> str:
    console = Console(width=80, file=StringIO(), markup=False, highlight=False)
    with console.capture() as text:
        print_calibration(console, calibrate(predictions))
    return text.get()


def test_a_used_curve_is_shown_with_what_it_gains() -> None:
    text = shown([*outcomes(0.9, 30, 30), *outcomes(0.6, 10, 30)])

    assert "100 reported outcomes: 40 successes, 60 failures." in text
    assert "The curve: " in text
    assert "Calibration: used: cross-validated, the curve is better" in text
