"""How runs are split and scored."""

import pytest
from kgmem_bench.common.task_pairs import is_tuning
from kgmem_bench.routing.avoidance import RISK, Scored, halves, way_score

from kgmem.model.trajectory import Outcome, Step, Trajectory


def run(n: int, outcome: Outcome) -> Trajectory:
    return Trajectory(task=f"t{n}", steps=(Step(action="back"),), outcome=outcome)


def runs(successes: int, failures: int) -> list[Trajectory]:
    return [
        *(run(n, "success") for n in range(successes)),
        *(run(n, "failure") for n in range(successes, successes + failures)),
    ]


def test_halves_share_no_run_and_both_have_both_outcomes() -> None:
    given = runs(10, 6)

    learned, asked = halves("kind", given, 0)

    assert len(learned) + len(asked) == 16
    assert not {r.task for r in learned} & {r.task for r in asked}
    assert sum(r.outcome == "failure" for r in asked) == 3
    assert halves("kind", given, 0) == (learned, asked)
    assert halves("kind", given, 1) != (learned, asked)


def test_a_way_is_scored_on_its_half() -> None:
    kind = next(k for k in map(str, range(99)) if not is_tuning(k))
    other = next(k for k in map(str, range(99)) if is_tuning(k))
    scored = [
        Scored(kind, 0, True, {RISK: 0.9}),
        Scored(kind, 0, True, {RISK: 0.1}),
        Scored(kind, 0, False, {RISK: 0.5}),
        Scored(other, 0, True, {RISK: 0.0}),
    ]

    found = way_score(scored, "reported", RISK)

    assert (found.kinds, found.failed, found.succeeded) == (1, 2, 1)
    assert found.auroc.value == pytest.approx(0.5)
    assert found.flagged == pytest.approx(0.5)
    assert found.false_flags == 0
