"""Made runs: the same ones each time, valid, and shared as intended."""

from kgmem_bench.common.synthetic import STEPS, SyntheticRuns

from kgmem.model.trajectory import parse_trajectory

RUNS = SyntheticRuns()


def test_the_same_seed_gives_the_same_runs() -> None:
    again = SyntheticRuns(seed=0)

    made = [again.run(n) for n in range(50)]

    assert made == [RUNS.run(n) for n in range(50)]


def test_every_run_is_a_valid_trajectory_of_eight_steps() -> None:
    made = [parse_trajectory(RUNS.run(n)) for n in range(200)]

    assert {len(run.steps) for run in made} == {STEPS}
    assert len({run.source_task_id for run in made}) == 200


def test_a_known_query_stands_among_the_runs_and_a_similar_one_does_not() -> None:
    learned = {RUNS.task(n).text for n in range(300)}
    kinds = {RUNS.task(n).kind for n in range(300)}

    known = [RUNS.known(i, 300) for i in range(100)]
    similar = [RUNS.similar(i, 300) for i in range(100)]

    assert {task.text for task in known} <= learned
    assert not {task.text for task in similar} & learned
    assert {task.kind for task in similar} <= kinds
