"""Works through the rows, in a process of its own that can be killed."""

import json
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from kgmem import Memory
from kgmem.browser import PageDriver
from kgmem_bench.pages.chromium import browser_page

TASK = 'Order {count} of "{item}" for {room}'


def main(folder: Path, address: str) -> None:
    """Go on with the rows of the folder's table; what came of them goes to standard
    output as JSON."""

    def kept(row: Mapping[str, str]) -> bool:
        asked = (
            "SELECT count(*) FROM supply WHERE item = ? AND quantity = ? AND room = ?"
        )
        with closing(sqlite3.connect(folder / "house.sqlite", timeout=20)) as live:
            values = row["item"], row["count"], row["room"]
            return bool(live.execute(asked, values).fetchone()[0])

    with Memory.open(folder / "memory") as memory, browser_page() as page:
        driver = PageDriver(page)
        driver.open(address)
        told = memory.run(
            TASK,
            folder / "rows.csv",
            driver,
            resume=(folder / "rows.journal.jsonl").exists(),
            verify=kept,
            confirm=lambda _: True,
        )
        driver.release()
    told_all = told.model_dump(mode="json", exclude={"journal", "results"})
    sys.stdout.write(json.dumps(told_all) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
