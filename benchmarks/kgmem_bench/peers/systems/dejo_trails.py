"""Dejo: a trail a task, taken by `load_playbook`, aimed at another subject as its
executor does before it opens the browser."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dejo import DejoStore, Locator, Playbook, Postcondition, Step
from dejo.executor import with_subject
from dejo.store import rank_tasks, swapped_subject
from protocol import Answer, Embed, System, Task, serve


class Dejo(System):
    """A site for each application; it has no use for vectors."""

    def __init__(self, folder: Path, embed: Embed) -> None:
        self._store = DejoStore(db_path=str(folder / "memory.db"))
        self._ids: dict[tuple[str, str], str] = {}

    def add(self, tasks: Sequence[Task]) -> None:
        for task in tasks:
            site = _site(task["app"])
            steps = [_step(n, step) for n, step in enumerate(task["steps"], 1)]
            self._store.save_playbook(Playbook(site, task["text"], steps))
            self._ids[site, task["text"]] = task["id"]

    def find(self, text: str, app: str) -> Answer:
        site = _site(app)
        trail = self._store.load_playbook(site, text)
        if trail is None:
            known = rank_tasks(text, self._store.trails_for(site), domain=site)
            return {"ids": [self._ids[site, task] for task in known], "runs": False}
        swap = swapped_subject(text, trail.task, site)
        aimed = with_subject(trail, *swap) if swap else None
        steps = [_told(step) for step in (aimed[0] if aimed else trail).steps]
        return {"ids": [self._ids[site, trail.task]], "runs": True, "steps": steps}


def _site(app: str) -> str:
    return f"{'-'.join(app.lower().split())}.example"


def _step(n: int, step: Any) -> Step:
    name, near = step["name"] or "", " ".join(step["container"] or ())
    places = [Locator("role", name, has_text=near or None)] if name else []
    verb = "fill" if step["action"] == "type" else step["action"]
    check = Postcondition("element_present", name)
    return Step(n, f"{verb} {name}", verb, check, places, step["value"])


def _told(step: Step) -> dict[str, Any]:
    [place] = step.locators or [Locator("role", "")]
    return {"name": place.value, "value": step.value, "container": [place.has_text]}


if __name__ == "__main__":
    serve(Dejo)
