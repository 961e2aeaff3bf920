"""`kgmem calibrate`: does confidence mean what it says?"""

from kgmem.interfaces.calibration_view import print_calibration
from kgmem.interfaces.command import AS_JSON, command
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.screen import print_json, screen


@command()
def calibrate(
    opening: Opening,
    as_json: bool = AS_JSON,
) -> None:
    """Fit confidence to the outcomes that were reported.

    Needs 50 reported outcomes, at least 5 successes and 5 failures among them. The
    curve is used from then on if, cross-validated, it is no worse than the rules
    alone; else the rules stay. The plot has a line for each bin of confidences: `|`
    what was said, `o` the share that succeeded, `-` its 90 % interval.

    Examples:
      kgmem calibrate
      kgmem --space team calibrate --json
    """
    with opening.memory() as memory:
        found = memory.calibrate()
    if as_json:
        print_json(found)
    else:
        print_calibration(screen(), found)
