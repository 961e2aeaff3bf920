"""The moment at which a fact is recorded."""

import math
import time


def now_ms() -> int:
    """The first whole millisecond that is not before now: what is recorded is not
    known at any moment before."""
    return math.ceil(time.time() * 1000)
