"""Copies of memories that tests make once and use often."""

import os
import shutil
import subprocess
from pathlib import Path


def copied(source: Path, target: Path) -> Path:
    """A copy of the folder, whose parent is there; returns it.

    The files of an index are mostly holes, which Python's own copy would fill: 340 MB
    written instead of 2, for each test.
    """
    if shutil.which("cp") and os.name == "posix" and os.uname().sysname == "Linux":
        command = ["cp", "-r", "--sparse=always", str(source), str(target)]
        subprocess.run(command, check=True)
    else:
        shutil.copytree(source, target)
    return target
