"""What was learned and replayed, day by day."""

from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Query

from kgmem.ports import Row
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import store_of

FIRST_DAY = date(1970, 1, 1)


def add_activity(router: APIRouter) -> None:
    """`/activity`."""

    @router.get("/activity")
    def activity(
        memory: In, days: Annotated[int, Query(ge=1, le=366)] = 30
    ) -> dict[str, Any]:
        """Runs that were recorded and replays that were reported on each of the last
        days, and what came, of these and others, since this time yesterday."""
        now = datetime.now(UTC)
        yesterday = int((now - timedelta(days=1)).timestamp() * 1_000)
        shown = _days(now.date(), days)
        begin = datetime.combine(shown[0], datetime.min.time(), UTC)
        asked = {"space": memory.space, "since": int(begin.timestamp()) * 1_000}
        store = store_of(memory)
        since = store.read("viewed_since", space=memory.space, since=yesterday)
        return {
            "since_yesterday": {row["what"]: row["n"] for row in since},
            "runs": _filled(shown, store.read("viewed_run_days", **asked)),
            "replays": _filled(shown, store.read("viewed_report_days", **asked)),
        }


def _days(today: date, days: int) -> list[date]:
    return [today - timedelta(days=back) for back in reversed(range(days))]


def _filled(shown: list[date], rows: list[Row]) -> list[dict[str, Any]]:
    """How much there was on each of these days, in UTC; none is left out."""
    counted: dict[date, dict[str, int]] = defaultdict(
        lambda: {"success": 0, "failure": 0, "other": 0}
    )
    for row in rows:
        day = FIRST_DAY + timedelta(days=int(row["day"]))
        name = row["outcome"] if row["outcome"] in ("success", "failure") else "other"
        counted[day][name] += row["n"]
    return [{"day": day, **counted[day]} for day in shown]
