"""A Trac of one's own: an environment with a few tickets, served on loopback, put back
to its first state before each episode."""

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from kgmem_bench.pages.chromium import BrowserMissing
from kgmem_bench.trac.seeds import COMPONENTS, REMOVED, TICKETS

HOST = "127.0.0.1"
START_SECONDS = 30.0
"""How long Trac may take to answer for the first time."""
_DATABASE = Path("db") / "trac.db"
_SETTINGS = Path("conf") / "trac.ini"
_NOW = 1_700_000_000_000_000
"""When the first tickets were written, in microseconds since 1970."""

Settings = Mapping[str, Mapping[str, str]]
"""Of `trac.ini`: values by name, by section."""


def trac_missing() -> str | None:
    """Why Trac can't run here; None if it can."""
    missing = [name for name in ("trac", "pkg_resources") if find_spec(name) is None]
    if missing:
        return f"{' and '.join(missing)} not installed; install kgmem's extra `browser`"
    return None


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with closing(socket.socket()) as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True, slots=True)
class Environment:
    """The folder of a Trac environment, and what its database holds at first."""

    folder: Path
    kept: Path
    """A copy of the database as it was made."""

    @property
    def database(self) -> Path:
        return self.folder / _DATABASE

    @property
    def settings(self) -> Path:
        return self.folder / _SETTINGS

    def restore(self) -> None:
        """Everything as at first. Trac keeps what it read as long as the generation
        of its cache is the one it knows: each restoring gives a new one."""
        generation = time.time_ns() // 1_000_000 % 2**31
        with (
            closing(sqlite3.connect(self.kept)) as kept,
            closing(sqlite3.connect(self.database, timeout=20)) as live,
        ):
            kept.backup(live)
            live.execute("UPDATE cache SET generation = ?", (generation,))
            live.commit()


def make_environment(folder: Path) -> Environment:
    """A new environment in which everybody may do everything, with the first tickets.
    Raises BrowserMissing without Trac."""
    if (reason := trac_missing()) is not None:
        raise BrowserMissing(reason)
    environment = Environment(folder, folder.with_name(f"{folder.name}.db"))
    _admin(folder, "initenv", "Project", f"sqlite:{_DATABASE}")
    _admin(folder, "permission", "add", "anonymous", "TRAC_ADMIN")
    with closing(sqlite3.connect(environment.database)) as database:
        _fill(database)
        database.commit()
    shutil.copyfile(environment.database, environment.kept)
    return environment


def _admin(folder: Path, *words: str) -> None:
    """Run `trac-admin`. Its warnings are its own."""
    _run = partial(subprocess.run, check=True, capture_output=True, env=_quiet())
    _run([sys.executable, "-m", "trac.admin.console", str(folder), *words])


def _quiet() -> dict[str, str]:
    return {**os.environ, "PYTHONWARNINGS": "ignore", "LC_ALL": "C.UTF-8"}


def _fill(database: sqlite3.Connection) -> None:
    for table, column, value in REMOVED:
        database.execute(f"DELETE FROM {table} WHERE {column} = ?", (value,))
    database.executemany(
        "INSERT INTO component (name, owner) VALUES (?, ?)", COMPONENTS
    )
    database.executemany(
        "INSERT INTO ticket (type, time, changetime, component, priority, owner,"
        " reporter, cc, version, milestone, status, resolution, summary, description,"
        " keywords, severity) VALUES (?, ?, ?, ?, ?, ?, 'somebody', '', '', '', 'new',"
        " NULL, ?, '', '', '')",
        [
            (one.kind, _NOW, _NOW, one.component, one.priority, one.owner, one.summary)
            for one in TICKETS
        ],
    )


_STANDALONE = """import runpy, sys
sys.modules["multipart"] = None
runpy.run_module("trac.web.standalone", run_name="__main__", alter_sys=True)
"""
"""Trac takes a package `multipart` where there is one, and two quite different ones
have that name; without any it reads forms by itself."""


@contextmanager
def serving(
    environment: Environment, port: int, settings: Settings | None = None
) -> Iterator[str]:
    """Trac's address while it runs, with these settings besides its own."""
    file = environment.folder / _SETTINGS
    own = file.read_text(encoding="utf-8")
    file.write_text(with_settings(own, settings or {}), encoding="utf-8")
    server = subprocess.Popen(
        _server(environment.folder, port),
        env=_quiet(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://{HOST}:{port}"
    try:
        _wait(server, address)
        yield address
    finally:
        server.terminate()
        server.wait(timeout=START_SECONDS)
        file.write_text(own, encoding="utf-8")


def _server(folder: Path, port: int) -> Sequence[str]:
    options = ["-s", f"--hostname={HOST}", f"--port={port}"]
    return [sys.executable, "-c", _STANDALONE, *options, str(folder)]


def with_settings(own: str, settings: Settings) -> str:
    """The text of a `trac.ini` with the values put into its sections; new sections at
    its end."""
    text = own
    for section, values in settings.items():
        lines = "".join(f"{name} = {value}\n" for name, value in values.items())
        head = f"[{section}]\n"
        names = tuple(f"{name} =" for name in values)
        kept = [line for line in text.split("\n") if not line.startswith(names)]
        text = "\n".join(kept)
        if head in text:
            text = text.replace(head, head + lines, 1)
        else:
            text += f"\n{head}{lines}"
    return text


def _wait(server: "subprocess.Popen[bytes]", address: str) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            with urlopen(address, timeout=5):
                return
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise BrowserMissing(f"Trac did not answer at {address}")
