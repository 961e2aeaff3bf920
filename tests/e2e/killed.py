"""A process that is killed while it works."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]


def killed(
    work: str, folder: Path, start: int, *begun: str, wait: float, **env: str
) -> list[str]:
    """The lines that a worker had written whole when it was killed with signal 9, so
    many seconds after these first ones; no ones: after any."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.workers", work, str(folder), str(start)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **env},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    first = [process.stdout.readline() for _ in begun or ("any",)]
    assert all(first), process.stderr.read()
    assert not begun or [line.strip() for line in first] == list(begun)
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    lines = ("".join(first) + rest).splitlines(keepends=True)
    return [line.strip() for line in lines if line.endswith("\n")]


def some_time() -> float:
    """Up to a second, another each time."""
    return random.uniform(0.0, 1.0)
