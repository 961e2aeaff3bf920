"""A help desk, served on loopback from a database of its own: different authors wrote
its English and its Chinese pages."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from shutil import copyfile
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlencode

from kgmem_bench.agents.admin.program import server_of
from kgmem_bench.agents.hands import HOST
from kgmem_bench.agents.judge import KeptDatabase
from kgmem_bench.agents.values import LANGUAGES, Language
from kgmem_bench.answers.judge import typed
from kgmem_bench.answers.pools import BASE, FILES, POOLS

PER_PAGE, PER_SHORT_PAGE = 5, 2
"""Rows, where a list has pages; of a list within a record."""
FIRST_DAY = date(2027, 1, 5)
WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {},
    "zh": {
        "open": "处理中",
        "closed": "已关闭",
        "Gold": "金牌",
        "Basic": "普通",
        "Called back.": "已回电。",
        "Sent a part.": "已寄出备件。",
    },
}
_OF_LANGUAGE = "SELECT * FROM {} WHERE language = :language ORDER BY id"
LISTS: Mapping[str, str] = {
    "customers": _OF_LANGUAGE.format("customer"),
    "tickets": _OF_LANGUAGE.format("ticket"),
    "orders": _OF_LANGUAGE.format("purchase"),
    "products": _OF_LANGUAGE.format("product"),
    "teams": _OF_LANGUAGE.format("team"),
    "ticket": "SELECT * FROM note WHERE ticket = :name ORDER BY day DESC",
    "team": "SELECT * FROM member WHERE team = :name ORDER BY id",
    "calls": "SELECT * FROM call WHERE agent = :agent ORDER BY id",
}
"""What is listed on a page."""
RECORDS = ("customer", "ticket", "product", "team")


def make_desk(folder: Path) -> KeptDatabase:
    """A new one with its first rows."""
    desk = KeptDatabase(folder / "desk.sqlite", folder / "desk-kept.sqlite", {})
    with closing(sqlite3.connect(desk.database)) as live:
        live.executescript((FILES / "schema.sql").read_text("utf-8"))
        for language in LANGUAGES:
            for table, values in _rows(language):
                insert(live, table, {"language": language, **values})
        live.commit()
    copyfile(desk.database, desk.kept)
    return desk


def insert(live: sqlite3.Connection, table: str, values: Mapping[str, object]) -> None:
    """One more row."""
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    live.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", [*values.values()])


def _rows(language: Language) -> Iterator[tuple[str, Mapping[str, object]]]:
    base = {name: pools[language].base for name, pools in POOLS.items()}
    people, staff = base["people"], base["staff"]

    def word(text: str) -> str:
        return WORDS[language].get(text, text)

    for n, name in enumerate(people):
        since = FIRST_DAY - timedelta(days=97 * n + 11)
        yield "customer", {
            "name": name, "city": base["cities"][n % 4], "since": str(since),
            "phone": f"0{20 + n * 7 % 60} {5550100 + 37 * n}",
            "level": word(("Gold", "Basic")[n % 2]), "fee": 49.5 + 13.25 * n,
        }  # fmt: skip
    for n, subject in enumerate(base["subjects"]):
        day = FIRST_DAY + timedelta(days=13 * n)
        yield "ticket", {
            "subject": subject, "agent": staff[n * 3 % BASE], "due": str(day),
            "state": word(("open", "closed")[n % 3 == 1]),
        }  # fmt: skip
        for m in range(3 + n % 3):
            yield "note", {
                "ticket": subject, "author": staff[(n * 5 + m * 3 + 1) % BASE],
                "day": str(day - timedelta(days=90 - 4 * m)),
                "text": word(("Called back.", "Sent a part.")[m % 2]),
            }  # fmt: skip
    for n, number in enumerate(base["orders"]):
        yield "purchase", {
            "number": number, "customer": people[n * 5 % BASE],
            "total": 240.5 + 317.25 * n, "state": word(("open", "closed")[n % 2]),
        }  # fmt: skip
    for n, name in enumerate(base["products"]):
        yield "product", {"name": name, "days": 2 + n, "months": 24 + 6 * (n % 4)}
    for n, name in enumerate(base["teams"]):
        yield "team", {"name": name, "room": f"{n % 4 + 1}.{n:02}"}
        for m in range(3 + n % 4):
            person, phone = staff[(n * 3 + m * 5) % BASE], str(4100 + 10 * n + m)
            yield "member", {"team": name, "name": person, "phone": phone}
    for n, agent in enumerate(staff):
        for m in range(3 + n * 4 % 7):
            day, caller = FIRST_DAY + timedelta(days=n + m), people[(n + 3 * m) % BASE]
            told = {"agent": agent, "caller": caller, "day": str(day)}
            yield "call", {**told, "minutes": 12 + n + m}


@dataclass(slots=True)
class Desk:
    """Its pages, as WSGI serves them."""

    database: Path
    change: str = ""
    """What is otherwise than when the tasks were shown: the order is turned round
    (sorted), there is another column (column), ids and classes are other ones
    (renamed), or lists have pages (paged)."""

    def __call__(
        self, environ: Mapping[str, Any], start: Callable[..., Any]
    ) -> Iterable[bytes]:
        language, _, part = environ["PATH_INFO"].strip("/").partition("/")
        query, is_page = dict(parse_qsl(environ["QUERY_STRING"])), language in LANGUAGES
        status = "200 OK" if is_page else "404 Not Found"
        start(status, [("Content-Type", "text/html; charset=utf-8")])
        return [self.page(language, part or "home", query).encode() if is_page else b""]

    def page(self, language: Any, part: str, query: Mapping[str, str]) -> str:
        """What is shown there."""
        from django.template import Context, Engine

        asked = {"language": language, "agent": "", **query}
        number = int(asked.get("page", 0))
        values: dict[str, Any] = {self.change: True, "c": _Names(self.change), **asked}
        with closing(sqlite3.connect(self.database, timeout=20)) as live:
            live.row_factory = sqlite3.Row

            def read(query: str) -> list[dict[str, str]]:
                return [_shown(row, language) for row in live.execute(query, asked)]

            if part in RECORDS:
                (values["row"],) = read(f"SELECT * FROM {part} WHERE id = :id")
                asked["name"] = values["row"].get("name") or values["row"]["subject"]
            every = read(_OF_LANGUAGE.format("call"))
            values["agents"] = list(dict.fromkeys(row["agent"] for row in every))
            rows = read(LISTS[part]) if part in LISTS else []
        if self.change == "sorted":
            rows.reverse()
        if self.change == "paged":
            size = PER_SHORT_PAGE if part in (*RECORDS, "calls") else PER_PAGE
            if rows[(number + 1) * size :]:
                values["next"] = "?" + urlencode({**query, "page": number + 1})
            rows = rows[number * size :][:size]
        template = Engine([str(FILES)]).get_template(f"{language}/{part}.html")
        return str(template.render(Context({**values, "rows": rows})))


@dataclass(frozen=True, slots=True)
class _Names:
    """Of ids and classes, by what they were called at first."""

    change: str

    def __getitem__(self, name: str) -> str:
        return f"x{name[::-1]}" if self.change == "renamed" else name


def _shown(row: sqlite3.Row, language: Language) -> dict[str, str]:
    """As the pages of the language tell it."""
    forms: Mapping[str, Any] = {
        **dict.fromkeys(("since", "due", "day"), "date"),
        **dict.fromkeys(("total", "fee"), "amount"),
    }
    return {
        name: typed(value, forms.get(name, "text"), language, {})
        for name, value in dict(row).items()
    }


@contextmanager
def serving_desk(desk: Desk) -> Iterator[str]:
    """Its address while it runs."""
    with server_of(desk, 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://{HOST}:{server.server_port}/"
        finally:
            server.shutdown()
