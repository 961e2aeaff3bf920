"""How runs are split and scored."""

from kgmem_bench.routing.avoidance import halves

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
