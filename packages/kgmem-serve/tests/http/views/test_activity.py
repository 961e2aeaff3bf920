"""What was learned and replayed, day by day."""

from datetime import UTC, datetime

from fastapi.testclient import TestClient

from kgmem import Memory
from tests.over_http import run


def test_each_day_is_told_with_what_there_was(
    memory: Memory, client: TestClient
) -> None:
    memory.learn(run("search cat"))
    memory.learn(run("search dog", outcome="failure"))
    memory.learn(run("search cow", outcome="unknown"))
    plan = memory.recall("search cat", app="shop").plan
    assert plan is not None
    memory.report(plan, "success")

    told = client.get("/v1/views/activity", params={"days": 7}).json()

    today = datetime.now(UTC).date().isoformat()
    assert len(told["runs"]) == len(told["replays"]) == 7
    assert told["runs"][-1] == {"day": today, "success": 1, "failure": 1, "other": 1}
    assert told["replays"][-1]["success"] == 1
    assert not any(day["success"] for day in told["runs"][:-1])
    lately = told["since_yesterday"]
    assert (lately["runs"], lately["replays"]) == (3, 1)
