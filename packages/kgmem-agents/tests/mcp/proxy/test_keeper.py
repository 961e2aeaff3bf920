"""No process is left behind, however its parent ends."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from kgmem_agents.mcp.proxy import keeper

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="none is left there")

KEEPER = str(Path(keeper.__file__))
DEAF = (
    "import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    "print(os.getpid(), flush=True); time.sleep(60)"
)
PARENT = f"""
import os, subprocess, sys, time
command = [sys.executable, {KEEPER!r}, str(os.getpid()), sys.executable, "-c", {DEAF!r}]
subprocess.Popen(command, start_new_session=True)
time.sleep(60)
"""


def is_there(process: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat")
        return not state.exists() or state.read_text().split()[2] != "Z"
    return False


@pytest.mark.slow
def test_what_outlives_a_killed_parent_is_ended() -> None:
    started = [sys.executable, "-c", PARENT]
    with subprocess.Popen(started, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        process = int(parent.stdout.readline())

        parent.kill()

    until = time.monotonic() + 30
    while (left := is_there(process)) and time.monotonic() < until:
        time.sleep(0.1)
    if left:
        os.kill(process, signal.SIGKILL)
    assert not left


@pytest.mark.parametrize("code", [0, 3])
def test_it_ends_as_its_command_does(code: int) -> None:
    command = [sys.executable, "-c", f"import sys; print(input()); sys.exit({code})"]

    done = subprocess.run(
        [sys.executable, "-IS", KEEPER, str(os.getpid()), *command],
        input="through",
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (code, "through\n")
