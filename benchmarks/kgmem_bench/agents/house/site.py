"""A conference house: bookings, rooms, customers, invoices, supplies. It is served on
loopback, with its clerk logged in, from a database of its own; there it is always the
1st of March 2027."""

import shutil
import sqlite3
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from http.server import ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import Any

from kgmem_bench.agents.hands import HOST
from kgmem_bench.agents.house.pages import Desk
from kgmem_bench.agents.judge import Columns, KeptDatabase

_FILES = files("kgmem_bench.agents.house") / "files"
_SEEDS: Mapping[str, Any] = tomllib.loads(
    (_FILES / "seeds.toml").read_text(encoding="utf-8")
)
ROOMS: Sequence[str] = _SEEDS["rooms"]
CUSTOMERS: Sequence[str] = [name for name, *_ in _SEEDS["customers"]]
DEVICES: Sequence[tuple[str, str]] = _SEEDS["devices"]
"""Of each room: the section that they stand in, and their names."""
EVENTS: Mapping[str, str] = _SEEDS["events"]
"""With their days."""
INVOICES = [f"INV-{n}" for n in range(3124, 3100, -1)]
"""As they stand in the list, the latest first."""
COLUMNS: Columns = {
    "room": ("id", "name", "floor", "seats", "state", "reason"),
    "device": ("id", "room_id", "name", "is_on"),
    "customer": ("id", "name", "city", "followed"),
    "tag": ("customer_id", "tag"),
    "booking": (
        *("id", "event", "customer", "room", "day", "guests", "parking", "meals"),
        *("note", "state", "reason", "told"),
    ),
    "invoice": ("id", "number", "state", "method", "reminded"),
    "supply": ("id", "item", "quantity", "room", "urgent", "state"),
    "notice": ("id", "text", "on_top"),
    "opening": ("id", "weekday", "opens", "closes"),
}
"""What is compared: all but what is only begun."""
KEYS = {table: "id" for table, names in COLUMNS.items() if "id" in names}


def make_house(folder: Path) -> KeptDatabase:
    """A new one with its first rows."""
    house = KeptDatabase(folder / "house.sqlite", folder / "kept.sqlite", COLUMNS)
    with closing(sqlite3.connect(house.database)) as live:
        live.executescript((_FILES / "schema.sql").read_text(encoding="utf-8"))
        for table, columns, rows in _rows():
            marks = ", ".join("?" * len(columns.split(", ")))
            live.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
        live.commit()
    shutil.copyfile(house.database, house.kept)
    return house


def is_on(room: str, device: str) -> bool:
    """At first."""
    return device == "Night access" or [room, device] in _SEEDS["on"]


def _rows() -> Iterator[tuple[str, str, Sequence[Sequence[object]]]]:
    rooms = list(enumerate(ROOMS, start=1))
    yield "room", "name, floor, seats", [(one, n % 4, 12 + n % 5) for n, one in rooms]
    yield (
        "device",
        "room_id, name, section, is_on",
        [
            (n, name, section, is_on(room, name))
            for n, room in rooms
            for section, name in DEVICES
        ],
    )
    yield "customer", "name, city, followed", _SEEDS["customers"]
    yield "tag", "customer_id, tag", _SEEDS["tags"]
    yield (
        "booking",
        "event, customer, room, day, guests",
        [
            (event, CUSTOMERS[-n], ROOMS[n], day, 8 + 3 * n)
            for n, (event, day) in enumerate(EVENTS.items())
        ],
    )
    yield (
        "invoice",
        "number, customer, amount",
        [
            (number, CUSTOMERS[n % len(CUSTOMERS)], 120 + 37 * n % 800)
            for n, number in enumerate(INVOICES)
        ],
    )
    yield "item", "name", [(name,) for name in _SEEDS["items"]]
    yield "supply", "item, quantity, room", _SEEDS["ordered"]


@contextmanager
def serving_house(house: KeptDatabase) -> Iterator[str]:
    """Its address while it runs."""
    desk = type("_Desk", (Desk,), {"database": house.database})
    with ThreadingHTTPServer((HOST, 0), desk) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://{HOST}:{server.server_port}/"
        finally:
            server.shutdown()
