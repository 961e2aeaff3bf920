"""Requests, candidates and stored runs for the tests of recall."""

import time
from typing import Any

from kgmem.graph.known_tasks import KnownTask, TaskSummary
from kgmem.graph.read_rows import StoredRun
from kgmem.index.seeds import Seed
from kgmem.model.experience import Experience, Stats, decayed_lower_bound
from kgmem.model.trajectory import Step
from kgmem.recall.expand import Candidate
from kgmem.recall.request import Request

CLICK = {"action": "click", "target": {"role": "button", "name": "Go"}}


def request(task: str = "find a mouse", **fields: Any) -> Request:
    return Request(**{"space": "s", "task": task, "secrets": {}, **fields})


def stored(
    key: str,
    *steps: Any,
    task: str = "find a mouse",
    outcome: Any = "success",
    days_old: float = 0.0,
    **fields: Any,
) -> StoredRun:
    """A run as the graph hands it back; `task` is its task's id and text."""
    bound = decayed_lower_bound(outcome == "success", outcome == "failure")
    experience = Experience(
        experience_id=key,
        task_id=task,
        source_task_id=key,
        task=task,
        app=fields.pop("app", None),
        outcome=outcome,
        steps=tuple(Step.model_validate(step) for step in steps),
        stats=Stats(lower_bound=fields.pop("bound", bound)),
    )
    age = days_old * 86_400_000
    head = {"app_version": None, "device": None, **fields}
    return StoredRun(experience, recorded_at=int(time.time() * 1000 - age), **head)


def candidate(
    text: str = "find a mouse",
    *,
    similarity: float = 1.0,
    seed: Seed | None = None,
    **task: Any,
) -> Candidate:
    """A ranked task; its summary as hydration leaves it."""
    said = {name: task.pop(name) for name in KnownTask._fields if name in task}
    found = Candidate(
        KnownTask(**{"task_id": text, "text": text, **said}),
        seed or Seed(text, 1.0, similarity),
        summary=TaskSummary(**{"runs": 1, "wins": 1, **task}),
    )
    found.similarity = found.semantic = similarity
    return found
