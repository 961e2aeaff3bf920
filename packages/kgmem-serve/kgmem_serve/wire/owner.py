"""Where the server is that owns an embedded memory: a file beside the memory's lock.

It holds an address and a secret of this one start, for its owner's eyes only, and goes
when the server ends. What a server that was killed left behind leads nowhere.
"""

import json
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from kgmem import ConfigurationError

FILE = "server.json"
BYTES = 32
OTHERS = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True, slots=True)
class OwningServer:
    """A server that may be running."""

    url: str
    secret: str
    pid: int


@contextmanager
def announced(home: Path, url: str, secret: str) -> Iterator[None]:
    """While the block runs, others find the server of this memory by its folder.

    Raises ConfigurationError if the folder can't be written.
    """
    path = home / FILE
    told = json.dumps({"url": url, "secret": secret, "pid": os.getpid()})
    try:
        home.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{FILE}.{uuid4().hex[:8]}")
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY
        with os.fdopen(os.open(beside, flags, 0o600), "w", encoding="utf-8") as file:
            file.write(told)
        beside.replace(path)
    except OSError as error:
        raise ConfigurationError(
            f"can't write to {home}: {error}; set KGMEM_HOME to a folder that can be "
            "written"
        ) from error
    try:
        yield
    finally:
        with suppress(OSError):
            if path.read_text(encoding="utf-8") == told:
                path.unlink()


def own_address(host: str, port: int) -> str:
    """Where this machine reaches a server that listens at `host`."""
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}
    plain = f"[{host}]" if ":" in host and host not in everywhere else host
    return f"http://{everywhere.get(host, plain)}:{port}"


def new_secret() -> str:
    """A secret of one start."""
    return secrets.token_urlsafe(BYTES)


def owning_server(home: Path) -> OwningServer | None:
    """The server that announced itself in this folder, if its process is there still.
    A file that others could have written is not believed."""
    path = home / FILE
    try:
        if os.name == "posix" and not _is_own(path.lstat()):
            return None
        told = json.loads(path.read_text(encoding="utf-8"))
        found = OwningServer(str(told["url"]), str(told["secret"]), int(told["pid"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found if _runs(found.pid) else None


def _is_own(seen: os.stat_result) -> bool:
    is_ours = seen.st_uid in (os.getuid(), 0)
    return stat.S_ISREG(seen.st_mode) and is_ours and not seen.st_mode & OTHERS


def _runs(pid: int) -> bool:
    if pid <= 0:
        return False
    if os.name != "posix":  # there, a signal of 0 would end the process
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
