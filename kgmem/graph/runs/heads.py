"""What the nodes of runs and of their tasks say, without the steps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kgmem.graph.spaces.lines import for_label, pages
from kgmem.graph.store import GraphStore
from kgmem.model.base import Json
from kgmem.model.decision import QUARANTINED
from kgmem.ports import Row

BESIDE = ("app", "intent", "device", "app_version", "locale", "judge", "plan_id")
"""What a session unit carries beside the fields of the wire; the rest of a run that
these have no place for (score, tags, preconditions, statistics) is left behind."""


@dataclass(frozen=True, slots=True)
class RunHead:
    """What the nodes of a run and of its task say beside the run itself."""

    domain: str | None
    url: str | None
    beside: Mapping[str, Json]
    """The fields of `BESIDE` that are known."""

    @classmethod
    def of_nodes(cls, task: Row, run: Row) -> "RunHead":
        """Of their properties; the run's go before its task's."""
        both = {**task, **run}
        beside = {name: both[name] for name in BESIDE if both.get(name)}
        return cls(both.get("domain"), both.get("url"), beside)


def runs_oldest_first(store: GraphStore, space: str) -> list[str]:
    """Ids of the runs of a space, but for quarantined ones: these units don't tell."""
    text = for_label("keys_of_label", "Experience")
    rows = store.engine.read(text, {"space": space})
    found: list[tuple[int, str]] = []
    for ids in pages(sorted(row["key"] for row in rows)):
        heads = _props_of(store, "Experience", ids)
        found += [
            (props["recorded_at"], key)
            for key, props in heads.items()
            if props.get("decided") != QUARANTINED
        ]
    return [key for _, key in sorted(found)]


def heads_of_runs(store: GraphStore, ids: Sequence[str]) -> dict[str, RunHead]:
    """By run id; without the runs whose task is gone."""
    runs = _props_of(store, "Experience", ids)
    wanted = sorted({props["task_id"] for props in runs.values()})
    tasks = _props_of(store, "Task", wanted)
    return {
        key: RunHead.of_nodes(tasks[props["task_id"]], props)
        for key, props in runs.items()
        if props["task_id"] in tasks
    }


def _props_of(store: GraphStore, label: str, ids: Sequence[str]) -> dict[str, Row]:
    rows = store.engine.read(for_label("nodes_by_key", label), {"ids": list(ids)})
    return {row["key"]: row["props"] for row in rows}
