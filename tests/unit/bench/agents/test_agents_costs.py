"""What is counted, and what it comes to."""

import math

import pytest
from kgmem_bench.agents.counts import Cost
from kgmem_bench.agents.report import checks
from kgmem_bench.agents.run import AgentsResult, Arm, Play
from kgmem_bench.agents.scores import against_alone
from kgmem_bench.agents.worlds import Ending

FACTS = {
    "date": "2026-11-27",
    "system": "Linux",
    "processor": "x",
    "cores": 2,
    "load": 0.1,
    "python": "3.11",
    "versions": {},
}


def play(
    text: str, arm: Arm, ending: Ending, calls: int, read: int, sort: str = "tail"
) -> Play:
    cost = Cost(calls=calls, read=read, written=10)
    sorted_as: object = sort
    return Play("App", arm, sorted_as, "kind", "en", text, "", ending, "", (), cost)  # type: ignore[arg-type]


def test_only_what_both_did_is_compared() -> None:
    alone = [
        play("a", "alone", "done", 10, 990),
        play("b", "alone", "done", 50, 5_000),
        play("c", "alone", "wrong", 1, 1),
    ]
    own = [
        play("a", "settles all", "done", 2, 90),
        play("b", "settles all", "nothing", 1, 1),
        play("c", "settles all", "done", 1, 1),
    ]

    calls, characters = against_alone(own, alone)

    assert (calls, characters) == (0.2, 0.1)
    assert all(map(math.isnan, against_alone(own[1:2], alone)))


@pytest.mark.parametrize(
    ("ending", "calls", "met"),
    [("done", 3, True), ("done", 9, False), ("wrong", 3, False)],
)
def test_the_aims_tell_a_dear_memory_and_a_wrong_one(
    ending: Ending, calls: int, met: bool
) -> None:
    sort = "other values"
    plays = [play("a", "alone", "done", 10, 990, sort)]
    arms: tuple[Arm, ...] = ("settles nothing", "settles all")
    plays += [play("a", arm, ending, calls, 90, sort) for arm in arms]
    result = AgentsResult("agents", FACTS, {"App": 4}, plays)

    found = {one.what: one.met for one in checks(result)}

    names = ["calls, known kinds, settles all", "wrong, known kinds, settles all"]
    assert all(found[name] is not False for name in names) is met
    assert found["calls, unknown kinds, settles all"] is None
