"""Drafts of steps that came one by one, as they are read."""

from collections.abc import Mapping
from dataclasses import dataclass

from kgmem.graph.store import GraphStore


@dataclass(frozen=True, slots=True)
class HeldUnit:
    """What is stored under a unit's id."""

    place: str
    """Of the one that came first."""
    digest: str
    """Of its step."""
    sent: str
    """The moment that it named."""
    spent: bool
    """Was its run learned?"""


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A draft of a task."""

    draft_id: str
    body: str
    """JSON of a run with this one step."""
    run: str
    """The run that it says it is of; empty if none."""


def put_unit(store: GraphStore, draft_id: str, props: Mapping[str, object]) -> HeldUnit:
    """Store a unit, unless there is one of this id; the one that is there now."""
    (row,) = store.write("put_unit", draft_id=draft_id, props=props)
    spent = bool(row["spent"])
    return HeldUnit(row["place"], row["digest"], row["sent"], spent)


def drafts_of_task(store: GraphStore, space: str, task_id: str) -> list[DraftRow]:
    """The drafts of a task, in the order in which they came."""
    rows = store.read("drafts_of_task", space=space, task_id=task_id)
    return [DraftRow(row["draft_id"], row["body"], row["run"] or "") for row in rows]
