"""What was learned and replayed, day by day."""

from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from kgmem.ports import Row
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import store_of

FIRST_DAY = date(1970, 1, 1)


class Day(BaseModel):
    """How much there was on a day, in UTC."""

    day: date
    success: int = 0
    failure: int = 0
    other: int = 0


class Activity(BaseModel):
    """The last days, the oldest first; none is left out."""

    runs: list[Day]
    replays: list[Day]


def add_activity(router: APIRouter) -> None:
    """`/activity`."""

    @router.get("/activity")
    def activity(
        memory: In, days: Annotated[int, Query(ge=1, le=366)] = 30
    ) -> Activity:
        """Runs that were recorded and replays that were reported on each of the last
        days."""
        shown = _days(datetime.now(UTC).date(), days)
        begin = datetime.combine(shown[0], datetime.min.time(), UTC)
        asked = {"space": memory.space, "since": int(begin.timestamp()) * 1_000}
        store = store_of(memory)
        return Activity(
            runs=_filled(shown, store.read("viewed_run_days", **asked)),
            replays=_filled(shown, store.read("viewed_report_days", **asked)),
        )


def _days(today: date, days: int) -> list[date]:
    return [today - timedelta(days=back) for back in reversed(range(days))]


def _filled(shown: list[date], rows: list[Row]) -> list[Day]:
    counted: dict[date, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in rows:
        day = FIRST_DAY + timedelta(days=int(row["day"]))
        name = row["outcome"] if row["outcome"] in ("success", "failure") else "other"
        counted[day][name] += row["n"]
    return [Day(day=day, **counted[day]) for day in shown]
