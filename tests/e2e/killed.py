"""A process that is killed at a random moment of its work."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path


def killed(script: Path, folder: Path, start: int, seed: int, **env: str) -> list[str]:
    """The lines that `script FOLDER START` had written whole when it was killed with
    signal 9, up to a second after the first one."""
    process = subprocess.Popen(
        [sys.executable, str(script), str(folder), str(start)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **env},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    first = process.stdout.readline()  # it is at work now
    assert first, process.stderr.read()
    time.sleep(random.Random(seed).uniform(0.0, 1.0))
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    lines = (first + rest).splitlines(keepends=True)
    return [line.strip() for line in lines if line.endswith("\n")]
