"""What it takes to import kgmem and to open a memory, each in a fresh interpreter."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

IMPORTED = """
import json, sys, time
from kgmem import Memory
print(json.dumps([time.process_time(), len(sys.modules)]))
"""
OPENED = """
import json, sys
from kgmem import Memory
with Memory.open(sys.argv[1]):
    for line in open("/proc/self/status"):
        if line.startswith("VmRSS"):
            print(json.dumps(int(line.split()[1])))
"""
OF_INTERPRETER = "import time; print(time.process_time())"
TIMES = 3


@dataclass(frozen=True, slots=True)
class Starting:
    """The least of some tries."""

    import_seconds: float
    """Processor time of `from kgmem import Memory`, less the interpreter's own."""
    modules: int
    open_megabytes: float | None
    """Memory of a process that has opened an empty memory; None where Linux does not
    tell it."""


def starting(home: Path) -> Starting:
    """In interpreters of their own."""
    bare = min(float(_said(OF_INTERPRETER)) for _ in range(TIMES))
    tries = [json.loads(_said(IMPORTED)) for _ in range(TIMES)]
    told = _said(OPENED, str(home / "empty")) if sys.platform == "linux" else ""
    megabytes = int(told) * 1024 / 1e6 if told.strip() else None
    return Starting(min(one for one, _ in tries) - bare, tries[0][1], megabytes)


def _said(code: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
