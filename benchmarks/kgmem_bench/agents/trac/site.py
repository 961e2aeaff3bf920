"""A Trac of one's own: an environment with a few tickets, served on loopback, put back
to its first state before each episode."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from kgmem_bench.agents.hands import HOST, START_SECONDS, free_port, wait_for
from kgmem_bench.agents.judge import Columns, State, read_rows
from kgmem_bench.agents.trac.seeds import COMPONENTS, REMOVED, TICKETS
from kgmem_bench.pages.chromium import BrowserMissing

_DATABASE = Path("db") / "trac.db"
_SETTINGS = Path("conf") / "trac.ini"
_NOW = 1_700_000_000_000_000
"""When the first tickets were written, in microseconds since 1970."""

COLUMNS: Columns = {
    "ticket": (
        *("id", "type", "component", "priority", "owner", "status", "resolution"),
        *("summary", "description", "milestone", "version", "keywords", "cc"),
    ),
    "ticket_change": ("ticket", "field", "newvalue"),
    "milestone": ("name", "description", "due", "completed"),
    "component": ("name", "owner", "description"),
    "version": ("name", "description"),
    "wiki": ("name", "version", "text", "comment", "readonly"),
    "report": ("title", "query", "description"),
    "enum": ("type", "name", "value"),
    "permission": ("username", "action"),
    "attachment": ("type", "id", "filename"),
    "session_attribute": ("name", "value"),
}
"""What is compared: all but times, addresses and who it was."""
PREFERENCES = (
    *("name", "email", "tz", "language", "lc_time", "dateinfo", "default_handler"),
    *("accesskeys", "pygments_style", "ui.auto_preview_timeout", "ui.hide_help"),
    *("ui.use_symbols",),
)
"""Session attributes that somebody chose; Trac keeps others of its own."""
KEYS = {"ticket": "id", "wiki": "name"}
"""Tables whose rows a task may change; the column that says which row it is."""


def trac_missing() -> str | None:
    """Why Trac can't run here; None if it can."""
    missing = [name for name in ("trac", "pkg_resources") if find_spec(name) is None]
    if missing:
        return f"{' and '.join(missing)} not installed; install kgmem's extra `browser`"
    return None


@dataclass(frozen=True, slots=True)
class Environment:
    """The folder of a Trac environment, and what its database holds at first."""

    folder: Path
    kept: Path
    """A copy of the database as it was made."""

    @property
    def database(self) -> Path:
        return self.folder / _DATABASE

    def state(self) -> State:
        """What the database holds, as far as it is compared, and the settings file."""
        state = read_rows(self.database, COLUMNS)
        for table, row in list(state):
            if table == "session_attribute" and dict(row)["name"] not in PREFERENCES:
                del state[table, row]
        text = (self.folder / _SETTINGS).read_text(encoding="utf-8")
        state["settings", (("text", text),)] += 1
        return state

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
def serving(environment: Environment) -> Iterator[str]:
    """Trac's address while it runs."""
    port = free_port()
    server = subprocess.Popen(
        _server(environment.folder, port),
        env=_quiet(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(port, server)
        yield f"http://{HOST}:{port}"
    finally:
        server.terminate()
        server.wait(START_SECONDS)


def _server(folder: Path, port: int) -> Sequence[str]:
    options = ["-s", f"--hostname={HOST}", f"--port={port}"]
    return [sys.executable, "-c", _STANDALONE, *options, str(folder)]
