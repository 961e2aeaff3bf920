"""A hundred orders in the house: walked three times, then asked for row by row."""

import csv
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import connect
from typing import Any

from kgmem import Memory
from kgmem_bench.agents.house import site
from kgmem_bench.agents.house.kinds import HOUSE
from kgmem_bench.agents.house.site import make_house
from kgmem_bench.agents.judge import KeptDatabase
from kgmem_bench.agents.values import LEARNED
from kgmem_bench.agents.walked import Walked
from kgmem_bench.common.report import machine, say
from kgmem_bench.pages.chromium import browser_page
from kgmem_bench.pages.driver import Driver
from kgmem_bench.rows.faults import FAULTS, REASONS, Faults, serving_faults

ROWS = 100
KIND = "supply"
STARTS = 6
"""The program is started at most so often."""
SORTS, THINGS = (
    ("Blue", "Green", "Large", "Small", "Round", "Plain", "Soft", "Folding", "Spare",
     "White"),
    ("folders", "pens", "lamps", "trays", "cushions", "napkins", "mugs", "labels",
     "baskets", "clips"),
)  # fmt: skip
"""A row's item is one of each."""

Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of it."""

    machine: dict[str, Any]
    rows: int
    done: int
    """Rows that are told as done, and are: once, in the database."""
    told: dict[str, bool]
    """By fault: is its row told with the right reason?"""
    reasons: dict[str, str]
    others: int
    """Rows without a fault that are told as not done."""
    wrong: int
    """Orders that no row asks for, and rows told as done that are not there."""
    twice: int
    """Rows that are there more than once."""
    starts: int
    seconds: float


def bench_rows(folder: Path) -> Result:
    """Learn the kind, then work through the table, killed and started again."""
    folder.mkdir(parents=True, exist_ok=True)
    house = make_house(folder)
    table = _table()
    faults = Faults({row["item"]: n for n, row in enumerate(table, 1)})
    faults.left.clear()  # nothing goes wrong while it is learned
    with serving_faults(house, faults) as address:
        _learn(folder / "memory", house, address)
        faults.left |= FAULTS
        faults.forms = 0
        _stock(house, table)
        _write(folder / "rows.csv", table)
        begun = time.perf_counter()
        starts, told = _work_through(folder, address, faults)
        seconds = time.perf_counter() - begun
    return _judged(house, table, told, starts, seconds)


def _table() -> list[Row]:
    return [
        {
            "count": str(2 + n % 3),
            "item": f"{SORTS[n // 10]} {THINGS[n % 10]}",
            "room": site.ROOMS[n % len(site.ROOMS)],
        }
        for n in range(ROWS)
    ]


def _learn(home: Path, house: KeptDatabase, address: str) -> None:
    kind = HOUSE.kinds[KIND]
    with Memory.open(home) as memory, browser_page() as page:
        for n in range(LEARNED):
            values = kind.sets["en"][n]
            page.goto(address)
            driver = Driver(page)
            walk = Walked(driver, HOUSE.app, kind.task("en", 0, values))
            run = walk.run(kind.way.walked(values, n))
            driver.hands.release()
            memory.learn({**run, "judge": "the house's database"})
    house.restore()


def _stock(house: KeptDatabase, table: Sequence[Row]) -> None:
    """All items but the missing one."""
    missing = next(n for n, fault in FAULTS.items() if fault == "missing")
    items = [(row["item"],) for n, row in enumerate(table, 1) if n != missing]
    with connect(house.database) as live:
        live.executemany("INSERT INTO item (name) VALUES (?)", items)
        live.execute("DELETE FROM supply")
    live.close()


def _write(path: Path, table: Sequence[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(table[0]))
        writer.writeheader()
        writer.writerows(table)


def _work_through(
    folder: Path, address: str, faults: Faults
) -> tuple[int, dict[str, Any]]:
    """How often the program was started, and what it told in the end. Whoever is
    logged out logs in before it is started again."""
    for starts in range(1, STARTS + 1):
        command = [
            sys.executable,
            "-m",
            "kgmem_bench.rows.runner",
            str(folder),
            address,
        ]
        runner = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        faults.runner = runner.pid
        output, _ = runner.communicate()
        say(f"start {starts}: exit code {runner.returncode}")
        if runner.returncode == 0:
            told: dict[str, Any] = json.loads(output.splitlines()[-1])
            if not told["halted"]:
                return starts, told
            say(told["halted"])
        faults.is_out = False
    raise RuntimeError(f"not at its end after {STARTS} starts")


def _judged(
    house: KeptDatabase,
    table: Sequence[Row],
    told: dict[str, Any],
    starts: int,
    seconds: float,
) -> Result:
    with connect(house.database) as live:
        orders = Counter(live.execute("SELECT quantity, item, room FROM supply"))
    live.close()
    asked = {
        (int(row["count"]), row["item"], row["room"]): n
        for n, row in enumerate(table, 1)
    }
    there = {asked[order] for order in orders if order in asked}
    done = {row["number"] for row in told["rows"] if row["outcome"] == "success"}
    reasons = {row["number"]: row.get("reason") or "" for row in told["rows"]}
    return Result(
        machine=machine(),
        rows=ROWS,
        done=len(done & there),
        told={
            fault: n not in done and REASONS[fault] in reasons[n]
            for n, fault in FAULTS.items()
        },
        reasons={fault: reasons[n] for n, fault in FAULTS.items()},
        others=len(set(reasons) - done - set(FAULTS)),
        wrong=sum(count for order, count in orders.items() if order not in asked)
        + len(done - there),
        twice=sum(count > 1 for count in orders.values()),
        starts=starts,
        seconds=seconds,
    )
