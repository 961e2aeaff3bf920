"""`kgmem calibrate`: does confidence mean what it says?"""

import click

from kgmem.interfaces.arguments import as_json
from kgmem.interfaces.calibration_view import print_calibration
from kgmem.interfaces.opening import Opening, pass_opening
from kgmem.interfaces.screen import print_json, screen


@click.command(
    epilog="""
\b
Examples:
  kgmem calibrate
  kgmem --space team calibrate --json
"""
)
@as_json()
@pass_opening
def calibrate(opening: Opening, as_json: bool) -> None:
    """Fit confidence to the outcomes that were reported.

    Needs 50 reported outcomes, at least 5 successes and 5 failures among them. The
    curve is used from then on if, cross-validated, it is no worse than the rules
    alone; else the rules stay. The plot has a line for each bin of confidences: `|`
    what was said, `o` the share that succeeded, `-` its 90 % interval.
    """
    with opening.memory() as memory:
        found = memory.calibrate()
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        print_calibration(screen(), found)
