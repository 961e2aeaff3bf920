"""Requests to a page with mails: what is wanted in people's own words, its values, and
what they clicked and typed."""

from kgmem import Trajectory
from kgmem.samples import Sample
from kgmem_bench.data_sets.miniwob import steps_of
from kgmem_bench.data_sets.reading import Row, stable_id

SET = "mail-requests"


def sample(row: Row) -> Sample:
    """The run of one row; its group is the intent, its slots the gold values and the
    wording that it is made from."""
    run = Trajectory(
        task=row["utterance"],
        steps=tuple(steps_of(row["steps"])),
        outcome="success" if row["success"] else "failure",
        judge="environment reward",
        app="mail",
        locale="en",
        source=SET,
        source_task_id=stable_id(SET, row["id"]),
    )
    slots = {**row["fields"], "wording": row["wording"]}
    return Sample(run, SET, group=row["intent"], slots=slots)
