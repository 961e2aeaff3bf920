"""Runs a command, and ends it when the process that asked for it is gone.

Run by its path, with the standard library alone: `python keeper.py PARENT COMMAND …`.
Needed where a process may outlive its parent, on POSIX.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

LOOK_EVERY = 0.5
"""Seconds between two looks at whether the parent is still there."""
GRACE = 2.0
"""Seconds in which it may end by itself, once its standard input has ended."""


def kept(parent: int, command: Sequence[str]) -> int:
    """The exit code of the command; it inherits standard input and output."""
    child = subprocess.Popen(command)
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    while True:
        try:
            return child.wait(LOOK_EVERY)
        except subprocess.TimeoutExpired:
            if os.getppid() != parent:
                return ended(child)


def ended(child: "subprocess.Popen[bytes]") -> int:
    """End it and all that it started: politely, then surely."""
    try:
        child.wait(GRACE)
    except subprocess.TimeoutExpired:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.killpg(0, signal.SIGTERM)
        time.sleep(GRACE)
    os.killpg(0, signal.SIGKILL)  # this one, too
    return 1


if __name__ == "__main__":
    sys.exit(kept(int(sys.argv[1]), sys.argv[2:]))
