"""kgmem: its embedded stores, one memory for all applications."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
from kgmem_bench.common.stand import settings_for_bench, stand
from protocol import Answer, Embed, System, Task, serve

from kgmem import Element, PlanStep
from kgmem.lab import offline_embedder


class Kgmem(System):
    """`learn_many`, `generalize`, `recall`."""

    def __init__(self, folder: Path, embed: Embed) -> None:
        embedder, _ = offline_embedder()
        embedder.embed = lambda texts: np.asarray(embed(texts), dtype=np.float32)
        self._open = ExitStack()
        self._at = self._open.enter_context(stand(settings_for_bench(folder), embedder))

    def add(self, tasks: Sequence[Task]) -> None:
        self._at.memory.learn_many([_run(task) for task in tasks])

    def settle(self) -> None:
        self._at.wait_for_job()
        self._at.memory.generalize()

    def find(self, text: str, app: str) -> Answer:
        found = self._at.memory.recall(text, app=app, domain=app)
        plan = found.plan if found.route.endswith("_replay") else None
        return {
            "ids": [run.source_task_id for run in found.experiences],
            "steps": [_told(step) for step in plan.steps] if plan else None,
            "runs": found.route == "direct_replay",
            "asks": bool(plan and (plan.asks or plan.further)),
        }


def _run(task: Task) -> dict[str, Any]:
    known = {"app": task["app"], "domain": task["app"], "task": task["text"]}
    known |= {"outcome": "success", "judge": "bench", "source_task_id": task["id"]}
    return {**known, "steps": [_step(step) for step in task["steps"]]}


def _step(step: Task) -> dict[str, Any]:
    named = {n: step[n] for n in ("role", "name", "container") if step[n]}
    return {"action": step["action"], "target": named, "value": step["value"]}


def _told(step: PlanStep) -> dict[str, Any]:
    at = step.target or Element()
    return {"name": at.name, "value": step.value, "container": list(at.container)}


if __name__ == "__main__":
    serve(Kgmem)
