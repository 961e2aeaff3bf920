"""The applications, in the state in which a task finds them."""

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

from kgmem_bench.agents.admin.site import make_site, serving_admin
from kgmem_bench.agents.judge import KeptDatabase
from kgmem_bench.agents.trac.site import Environment, make_environment, serving
from kgmem_bench.agents.values import LANGUAGES, Language
from kgmem_bench.answers.desk import Desk, insert, make_desk, serving_desk
from kgmem_bench.answers.judge import Truth
from kgmem_bench.answers.kinds import App, Change, Kind
from kgmem_bench.answers.pools import POOLS

PER_PAGE, MANY = 5, 100
"""Rows of a page in Trac."""
REPORT = "UPDATE report SET query = replace(query, ?, ?) WHERE id = 1"
STATES = ("new", "assigned", "accepted", "reopened")


Turn = Callable[[Change | None, Language], None]
"""Makes an application show things otherwise; none: as at first."""


@dataclass(frozen=True, slots=True)
class World:
    """An application that is served."""

    kept: KeptDatabase | Environment
    address: str
    turn: Turn

    def prepare(self, kind: Kind, change: Change | None, value: str) -> str:
        """The state in which a task is asked; the address that it begins at."""
        self.kept.restore()
        self.turn(change, kind.language)
        with closing(sqlite3.connect(self.kept.database, timeout=20)) as live, live:
            live.row_factory = sqlite3.Row
            if change == "longer":
                for n, name in enumerate(kind.pool.more):
                    _copy(live, kind, kind.pool.base[n % len(kind.pool.base)], name)
            if change == "ambiguous":
                _copy(live, kind, kind.pool.base[-1], value)
        return self.address + ("" if kind.app != "desk" else kind.language)

    def truths(self, kind: Kind, value: str) -> Sequence[Truth]:
        """What the database says, for each record that fits."""
        with closing(sqlite3.connect(self.kept.database, timeout=20)) as live:
            rows = [one for (one,) in live.execute(kind.truth, {"value": value})]
        if kind.form == "list":
            return [rows] if rows else []
        if kind.form == "truth":
            return [bool(one) for one in rows]
        return [one for one in rows if kind.form != "count" or one]


def _copy(live: sqlite3.Connection, kind: Kind, source: str, name: str) -> None:
    """One more record, called `name`; all else is as in `source`."""
    table, key, *unique = kind.record
    row = live.execute(f"SELECT * FROM {table} WHERE {key} = ?", (source,)).fetchone()
    values = {**dict(row), key: name, **dict.fromkeys(unique, f"{name}2")}
    values.pop("id")
    insert(live, table, values)


@contextmanager
def desk_world(folder: Path) -> Iterator[World]:
    """The help desk."""
    kept = make_desk(folder)
    desk = Desk(kept.database)

    def turn(change: Change | None, language: Language) -> None:
        desk.change = change or ""

    with serving_desk(desk) as address:
        yield World(kept, address, turn)


@contextmanager
def trac_world(folder: Path) -> Iterator[World]:
    """Trac, with tickets of both languages."""
    environment = make_environment(folder / "trac")
    staff = POOLS["staff"]["en"].base
    with closing(sqlite3.connect(environment.database)) as live, live:
        live.execute("DELETE FROM ticket")
        for language in LANGUAGES:
            live.executemany(
                "INSERT INTO ticket (type, time, changetime, component, priority,"
                " owner, reporter, status, summary) VALUES ('defect', ?, ?, 'search',"
                " 'major', ?, 'somebody', ?, ?)",
                [
                    (n, n, staff[n * 3 % 16].split()[0].lower(), STATES[n % 4], name)
                    for n, name in enumerate(POOLS["subjects"][language].base)
                ],
            )
    shutil.copyfile(environment.database, environment.kept)
    settings = environment.folder / "conf" / "trac.ini"
    usual = settings.read_text("utf-8")

    def turn(change: Change | None, language: Language) -> None:
        size = PER_PAGE if change == "paged" else MANY
        text = re.sub(r"(?m)^items_per_page = .*$", f"items_per_page = {size}", usual)
        if settings.read_text("utf-8") != text:
            settings.write_text(text, "utf-8")
        with closing(sqlite3.connect(environment.database, timeout=20)) as live, live:
            if change == "sorted":
                live.execute(REPORT, ("ORDER BY", "ORDER BY t.id DESC,"))
            if change == "column":
                live.execute(REPORT, ("t.component,", "t.reporter, t.component,"))

    with serving(environment) as address:
        yield World(environment, address, turn)


@contextmanager
def admin_world(folder: Path) -> Iterator[World]:
    """Django's administration site, in both languages."""
    site = make_site(folder)
    with closing(sqlite3.connect(site.database)) as live, live:
        for place, language in enumerate(LANGUAGES):
            names = [(name,) for name in POOLS["teams"][language].base]
            live.executemany("INSERT INTO auth_group (name) VALUES (?)", names)
            for n, surname in enumerate(POOLS["surnames"][language].base):
                user = f"u{1000 + 400 * place + 7 * n}"
                live.execute(
                    "INSERT INTO auth_user (password, is_superuser, username,"
                    " last_name, email, is_staff, is_active, date_joined, first_name)"
                    " VALUES ('', 0, ?, ?, ?, ?, 1, '2027-01-05', '')",
                    (user, surname, f"{user}@example.org", n % 2),
                )
    shutil.copyfile(site.database, site.kept)
    with serving_admin(site, "kgmem_bench.answers.admin") as address:

        def turn(change: Change | None, language: Language) -> None:
            urlopen(f"{address}-/?{language}/{change or ''}").close()

        yield World(site, address, turn)


WORLDS: Mapping[App, Callable[[Path], AbstractContextManager[World]]] = {
    "desk": desk_world,
    "trac": trac_world,
    "admin": admin_world,
}
