"""Numbers below zero are entered as they are asked for, however their sign is typed."""

import pytest

from kgmem import Memory
from tests.unit.recall.walks import click, typed, walk

SENSORS = [("kitchen", "3"), ("hall", "5"), ("attic", "12"), ("cellar", "7")]


def taught(memory: Memory, wording: str, n: int) -> None:
    for sensor, offset in SENSORS[:n]:
        steps = [click(sensor, "link"), typed("Offset", offset), click("Save")]
        memory.learn(walk(wording.format(sensor, offset), steps, "heating"))
    memory.generalize()


@pytest.mark.parametrize("runs", [1, 4])
@pytest.mark.parametrize(
    "wording",
    [
        "Set the offset of the {} sensor to {}",
        "Set the offset of {} to {}°C",
        "Offset for {}: {}",
        "把 {} 的偏移调到 {} 度",
        "{} 传感器的偏移改为{}",
    ],
)
def test_the_sign_is_a_part_of_the_number(
    memory: Memory, wording: str, runs: int
) -> None:
    taught(memory, wording, runs)

    for sign in ("-", "−", "− "):
        found = memory.recall(wording.format("porch", f"{sign}8"), app="heating")

        assert found.plan is not None
        assert [step.value for step in found.plan.steps if step.value] == ["-8"]
