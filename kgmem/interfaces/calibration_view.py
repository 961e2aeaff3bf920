"""How well confidences foretold outcomes, for people."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kgmem.interfaces.tables import plain_table
from kgmem.replay.outcome.calibrate import Calibration
from kgmem.replay.outcome.reliability import Reliability

STEPS = 10
"""Confidences that the curve is shown at, beside 0."""


def print_calibration(console: Console, found: Calibration) -> None:
    """What was measured, the table, the plot, and whether the curve is used."""
    failures = found.n - found.successes
    console.print(
        f"{found.n} reported outcomes: {found.successes} successes, "
        f"{failures} failures."
    )
    if found.before is not None:
        console.print(scores_table(found.before, found.after))
        console.print(Text("\nWhat the rules say, and what came of it", style="bold"))
        console.print(bins_table(found.before))
    if found.curve is not None:
        said = (n / STEPS for n in range(1, STEPS + 1))
        pairs = (f"{one:.1f}→{found.curve(one):.2f}" for one in said)
        console.print(f"\nThe curve: {'  '.join(pairs)}")
    style = "green" if found.used else "yellow"
    verdict = "used" if found.used else "not used, the rules stay"
    console.print(Text(f"\nCalibration: {verdict}: {found.reason}.", style=style))


def scores_table(before: Reliability, after: Reliability | None) -> Table:
    """Errors of the rules and, cross-validated, of the curve."""
    table = plain_table("", "Brier score", "calibration error", "log loss")
    for name, one in (("rules", before), ("curve", after)):
        if one is not None:
            numbers = (one.brier, one.ece, one.log_loss)
            table.add_row(name, *(f"{number:.3f}" for number in numbers))
    return table


def bins_table(found: Reliability) -> Table:
    """One row for each bin, the least confident first."""
    table = plain_table("said", "succeeded", "90 % interval", "outcomes")
    for one in found.bins:
        table.add_row(
            f"{one.predicted:.2f}",
            f"{one.observed:.2f}",
            f"{one.low:.2f} to {one.high:.2f}",
            str(one.count),
        )
    return table
