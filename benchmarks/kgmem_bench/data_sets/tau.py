"""Retail requests with the tool calls that fulfil them."""

from kgmem import Step, Trajectory
from kgmem.samples import Sample
from kgmem_bench.data_sets.reading import Row, stable_id

SET = "tau-retail"


def sample(row: Row) -> Sample:
    """The calls of one row; its group is the sequence of the tools' names."""
    calls = row["actions"]
    run = Trajectory(
        task=row["instruction"].strip(),
        steps=tuple(_step(call) for call in calls),
        outcome="success",
        judge="ground truth of the data set",
        app="retail",
        locale="en",
        source=SET,
        source_task_id=stable_id(SET, f"{row['user_id']}/{row['instruction']}"),
    )
    return Sample(run, SET, group="+".join(call["name"] for call in calls))


def _step(call: Row) -> Step:
    params = {"name": call["name"], "arguments": call["kwargs"]}
    return Step(action="tool", params=params)
