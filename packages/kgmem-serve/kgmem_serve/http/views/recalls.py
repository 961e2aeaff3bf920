"""A recall with all that explains it: what led to each candidate, and over which ways
of the graph."""

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from kgmem import Memory, PatternMatch, Recollection
from kgmem.serving import brief, describe_step
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import store_of
from kgmem_serve.http.views.reasons import reasons

Short = Annotated[str, Field(max_length=2_000)]
Drawn = dict[str, Any]


class AskedRecall(BaseModel):
    """What to recall for. In a body: a task may hold what no log of addresses should
    have."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    task: Annotated[str, Field(min_length=1, max_length=20_000)]
    app: Short | None = None
    url: Short | None = None
    app_version: Short | None = None


def add_recalls(router: APIRouter) -> None:
    """`/recall`."""

    @router.post("/recall")
    def recall(memory: In, asked: AskedRecall) -> dict[str, Any]:
        """What is known that helps with a task, and how it was found."""
        found = memory._open.look(memory.space, **asked.model_dump())
        steps = found.plan.steps if found.plan else ()
        return {
            "recollection": found.model_copy(
                update={"patterns": tuple(map(_without_members, found.patterns))}
            ),
            "lines": list(map(describe_step, steps)),
            "why": {run.experience_id: reasons(run.why) for run in found.experiences},
            "graph": _graph(memory, found),
        }


def _without_members(match: PatternMatch) -> PatternMatch:
    """The match without the pattern's tasks, of which there may be thousands."""
    left_out: Drawn = {"members": (), "success_cases": (), "memberships": {}}
    pattern = match.pattern.model_copy(update=left_out)
    return match.model_copy(update={"pattern": pattern})


def _graph(memory: Memory, found: Recollection) -> Drawn:
    """How what was found hangs together: nodes, edges, and which neighbour led to which
    task, by its links or by elements that both use."""
    graph: Any = memory.graph_of(recollection=found)
    nodes = {
        str(key): _node(str(key), data["label"], str(data.get("name") or ""))
        for key, data in graph.nodes(data=True)
    }
    edges = [
        _edge(str(source), str(target), kind, _weight(data))
        for source, target, kind, data in graph.edges(keys=True, data=True)
    ]
    ways = list(_ways(found))
    through = {way["source"] for way in ways} - set(nodes)
    asked = {"space": memory.space, "ids": sorted(through)}
    for row in store_of(memory).read("listed_tasks", **asked):
        key = row["task_id"]
        nodes[key] = _node(key, "Task", brief(row["task"]))
    known = [way for way in ways if way["source"] in nodes]
    return {"nodes": list(nodes.values()), "edges": edges, "ways": known}


def _node(key: str, label: str, name: str) -> Drawn:
    return {"id": key, "label": label, "name": name}


def _edge(source: str, target: str, kind: str, weight: float | None) -> Drawn:
    return {"source": source, "target": target, "kind": kind, "weight": weight}


def _ways(found: Recollection) -> Iterator[Drawn]:
    """Over which neighbours the graph led to the tasks that were found."""
    for run in found.experiences:
        for why in run.why:
            if why.kind == "graph" and why.source:
                kind = "USES" if "USES" in why else "SIMILAR_TO"
                yield _edge(why.source, run.task_id, kind, why.weight)


def _weight(data: dict[str, Any]) -> float | None:
    weight = data.get("score", data.get("support"))
    return float(weight) if isinstance(weight, int | float) else None
