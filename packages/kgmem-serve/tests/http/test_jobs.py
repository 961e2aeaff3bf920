"""Long work, begun by one call and watched by others."""

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from kgmem import Memory
from kgmem_serve.http.app import create_app
from kgmem_serve.http.jobs.running import ENDED, RunningJobs


def run(n: int) -> dict[str, Any]:
    return {
        "task": f'search "cat {n}"',
        "app": "shop",
        "source_task_id": str(n),
        "steps": [{"action": "click", "target": {"role": "button", "name": "go"}}],
        "outcome": "success",
    }


@pytest.fixture
def client(memory: Memory):
    with TestClient(create_app(memory)) as client:
        yield client


def ended(client: TestClient, job_id: str) -> dict[str, Any]:
    """The status of a job when it has ended."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        status = client.get(f"/v1/jobs/{job_id}").json()
        if status["state"] in ENDED:
            return status
        time.sleep(0.02)
    raise AssertionError(status)


def test_many_runs_are_learned_as_a_job(memory: Memory, client: TestClient) -> None:
    body = {"trajectories": [run(n) for n in range(3)]}
    begun = client.post("/v1/jobs/learn_many", json=body)

    status = ended(client, begun.json()["job_id"])

    assert begun.status_code == 202
    assert (status["state"], status["done"]) == ("done", 3)
    assert status["result"]["stored"] == memory.stats()["experiences"] == 3


def test_events_tell_how_far_it_is_and_what_came_of_it(client: TestClient) -> None:
    client.post("/v1/learn_many", json={"trajectories": [run(n) for n in range(3)]})
    job_id = client.post("/v1/jobs/generalize").json()["job_id"]

    with client.stream("GET", f"/v1/jobs/{job_id}/events") as answer:
        lines = [line for line in answer.iter_lines() if line]

    assert answer.headers["content-type"].startswith("text/event-stream")
    assert lines[-2] == "event: done"
    last = json.loads(lines[-1].removeprefix("data: "))
    assert last["result"]["patterns"] is not None
    assert last["job_id"] == job_id


@pytest.mark.parametrize("name", ["generalize", "reindex"])
def test_a_job_that_is_cancelled_leaves_a_sound_memory(
    memory: Memory, client: TestClient, name: str
) -> None:
    for n in range(3):
        memory.learn(run(n))
    jobs: RunningJobs = client.app.state.jobs  # type: ignore[attr-defined]
    call = getattr(memory, name)

    def work(advance: Any) -> Any:
        job.cancel()
        return call(progress=advance)

    gate = threading.Event()
    job = jobs.begin(name, "default", lambda advance: (gate.wait(5), work(advance)))
    gate.set()

    status = ended(client, job.status.job_id)

    assert status["state"] == "cancelled"
    assert memory.doctor().ok
    getattr(memory, name)()
    assert memory.recall('search "cat 1"', app="shop").plan is not None


def test_a_job_of_another_space_is_not_found(client: TestClient) -> None:
    job_id = client.post("/v1/jobs/generalize").json()["job_id"]

    for path in (f"/v1/jobs/{job_id}", f"/v1/jobs/{job_id}/events", "/v1/jobs/none"):
        answer = client.get(path, headers={"Kgmem-Space": "desk"})

        assert answer.status_code == 404


def test_a_name_of_a_file_on_the_server_is_no_source(
    client: TestClient, tmp_path: Path
) -> None:
    (tmp_path / "runs.jsonl").write_text(json.dumps(run(1)))
    body = {"source": str(tmp_path / "runs.jsonl")}

    answer = client.post("/v1/jobs/learn_from", json=body)

    assert answer.status_code == 422


@pytest.mark.parametrize("wait", [True, False])
@pytest.mark.parametrize("form", [True, False])
def test_a_foreign_file_is_sent(
    memory: Memory, client: TestClient, wait: bool, form: bool
) -> None:
    content = "\n".join(json.dumps(run(n)) for n in range(2)).encode()
    sent: dict[str, Any] = {"content": content}
    if form:
        sent = {"files": {"file": ("../../runs.jsonl", content)}}

    answer = client.post(
        "/v1/learn_from", params={"name": "../runs.jsonl", "wait": wait}, **sent
    )

    told = answer.json()
    if not wait:
        assert answer.status_code == 202
        told = ended(client, told["job_id"])["result"]
    assert told["report"]["stored"] == memory.stats()["experiences"] == 2
