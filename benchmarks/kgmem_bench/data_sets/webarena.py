"""Wordings of WebArena and VisualWebArena tasks with the templates they were made from;
no steps."""

from dataclasses import replace
from typing import Any

from kgmem import Trajectory
from kgmem.samples import Sample
from kgmem_bench.data_sets.reading import Row, stable_id

SET, PICTURES = "webarena-templates", "picture-web-tasks"


def sample(row: Row) -> Sample:
    """The wording of one row; its group is the template's number. A task on several
    sites has their names, sorted, as its app."""
    wording = Trajectory(
        task=row["intent"],
        app="+".join(sorted(row["sites"])),
        locale="en",
        source=SET,
        source_task_id=stable_id(SET, str(row["task_id"])),
    )
    slots = {name: _text(value) for name, value in row["instantiation_dict"].items()}
    return Sample(wording, SET, group=str(row["intent_template_id"]), slots=slots)


def _text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def pictured(row: Row) -> Sample:
    """The same of VisualWebArena, whose templates are numbered by site."""
    own = sample({**row, "task_id": f"{row['site']}/{row['task_id']}"})
    return replace(own, set=PICTURES, group=f"{row['site']}/{own.group}")
