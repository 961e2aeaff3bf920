"""Who holds an embedded store: a lock file, and beside it the holder's name."""

import json
import os
import socket
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from kgmem.errors import KgmemError, MemoryLocked


def locked(path: Path, failure: Callable[[str], KgmemError]) -> FileLock:
    """The lock of the folder `path`, made if there is none, acquired.

    Raises MemoryLocked naming the holder, or `failure(message)` if the folder can't
    be written.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path / "lock", timeout=0, thread_local=False)
        lock.acquire()
        _holder_file(path).write_text(json.dumps(_myself()), encoding="utf-8")
    except Timeout as error:
        raise MemoryLocked(
            f"{path} is open in {_holder(path)}; close it there, or share it: let "
            "`kgmem serve` hold it (KGMEM_SERVER_URL), or put it on servers "
            "(KGMEM_GRAPH=neo4j, KGMEM_VECTORS=qdrant)"
        ) from error
    except (OSError, NotImplementedError) as error:  # the latter: no locks there
        raise failure(
            f"can't write to {path}: {error}; set KGMEM_HOME to a folder that can be "
            "written"
        ) from error
    return lock


def _holder_file(path: Path) -> Path:
    return path / "holder.json"


def _myself() -> dict[str, str | int]:
    return {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "program": Path(sys.argv[0]).name if sys.argv else "",
        "since": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _holder(path: Path) -> str:
    """The holder in words; the file may be torn or not there yet."""
    try:
        held = json.loads(_holder_file(path).read_text(encoding="utf-8"))
        return (
            f"process {held['pid']} ({held['program']}) on {held['host']} "
            f"since {held['since']}"
        )
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"
