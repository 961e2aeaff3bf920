"""The pages of the house, made on the server, and what their forms do."""

import re
import sqlite3
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from html import escape
from http.server import BaseHTTPRequestHandler
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

PER_PAGE = "8"
"""Invoices."""
_FILES = files("kgmem_bench.agents.house") / "files"
_MARK = re.compile(r"(\{\{.*?\}\}|\{%.*?%\})")
_TYPES = {".css": "text/css", ".js": "text/javascript"}
_TABLES = tomllib.loads((_FILES / "house.toml").read_text(encoding="utf-8"))
_PAGES: Mapping[str, Mapping[str, Any]] = _TABLES["pages"]
_ACTS: Mapping[str, Mapping[str, Any]] = _TABLES["acts"]


def page(database: Path, path: str, given: Mapping[str, str]) -> str:
    """What is shown at an address. Raises KeyError where nothing is."""
    address, found = _at(path, {"per_page": PER_PAGE, **given})
    told = _PAGES[address]
    values: dict[str, Any] = {"title": told["title"], "sort": found["sort"]}
    with closing(_opened(database)) as live:
        for name, query in told["reads"].items():
            rows = [dict(row) for row in live.execute(query, found)]
            values[name] = rows if name.endswith("s") else rows[0]
    body = _filled(f"{told['file']}.html", values)
    return _filled("base.html", {**values, "body": body}) if told["title"] else body


def act(database: Path, path: str, given: Mapping[str, str]) -> str:
    """Do what a form asks for; the address that follows. Raises KeyError."""
    address, found = _at(path, given)
    with closing(_opened(database)) as live, live:
        for query in _ACTS[address]["writes"]:
            live.execute(query, found)
    return str(_ACTS[address]["after"])


def _opened(database: Path) -> sqlite3.Connection:
    live = sqlite3.connect(database, timeout=20)
    live.row_factory = sqlite3.Row
    return live


def _at(path: str, given: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    number = re.search(r"/(\d+)(?=/|$)", path)
    if number is None or path.startswith("/book/"):
        return path, defaultdict(str, given)
    address = path.replace(number[0], "/:id", 1)
    return address, defaultdict(str, given, id=number[1])


def _filled(name: str, values: Mapping[str, Any]) -> str:
    text = (_FILES / name).read_text(encoding="utf-8")
    return "".join(_parts(_MARK.split(text), values))


def _parts(marks: Sequence[str], values: Mapping[str, Any]) -> Iterator[str]:
    """`{{ a.b }}` is a value, `{{! a }}` one with its tags; `{% for a in b %}` and
    `{% if a is b %}` go up to their `{% end %}`."""
    place = 0
    while place < len(marks):
        words = marks[place][2:-2].split()
        if marks[place].startswith("{{"):
            is_raw = words[0] == "!"
            value = str(_value(words[-1], values))
            yield value if is_raw else escape(value)
        elif marks[place].startswith("{%"):
            end = _end(marks, place)
            inside = partial(_parts, marks[place + 1 : end])
            if words[0] == "for":
                for one in _value(words[3], values):
                    yield from inside({**values, words[1]: one})
            elif str(_value(words[1], values)) == str(_value(words[3], values)):
                yield from inside(values)
            place = end
        else:
            yield marks[place]
        place += 1


def _end(marks: Sequence[str], place: int) -> int:
    depth = 0
    for n in range(place, len(marks)):
        if marks[n].startswith("{%"):
            depth += -1 if marks[n].split()[1] == "end" else 1
        if depth == 0:
            return n
    raise ValueError(f"no end: {marks[place]}")


def _value(name: str, values: Any) -> Any:
    for part in name.split("."):
        if part not in values:
            return name
        values = values[part]
    return values


class Desk(BaseHTTPRequestHandler):
    """Answers for the house."""

    database: Path

    def do_GET(self) -> None:
        """A page, a file beside it, or the first page of a new booking."""
        asked = urlsplit(self.path)
        kind = _TYPES.get(Path(asked.path).suffix)
        if kind is not None:
            self._answer((_FILES / asked.path[1:]).read_bytes(), kind)
        elif asked.path in _ACTS and asked.path not in _PAGES:
            self._act(asked.path, {})
        else:
            given = dict(parse_qsl(asked.query))
            try:
                text = page(self.database, asked.path, given)
            except (KeyError, IndexError):
                self.send_error(404)
                return
            self._answer(text.encode(), "text/html; charset=utf-8")

    def do_POST(self) -> None:
        """What a form asks for."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self._act(self.path, dict(parse_qsl(body.decode(), keep_blank_values=True)))

    def _act(self, path: str, given: Mapping[str, str]) -> None:
        try:
            after = act(self.database, path, given)
        except (KeyError, sqlite3.IntegrityError):
            self.send_error(400)
            return
        self.send_response(303 if after else 204)
        if after:
            self.send_header("Location", after)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _answer(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nothing is logged."""
