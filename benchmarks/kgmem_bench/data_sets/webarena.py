"""Wordings of WebArena tasks with the templates they were made from; no steps."""

from typing import Any

from kgmem import Trajectory
from kgmem.samples import Sample
from kgmem_bench.data_sets.reading import Row, stable_id

SET = "webarena-templates"


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
