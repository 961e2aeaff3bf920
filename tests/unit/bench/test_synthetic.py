"""Made runs: the same ones each time, valid, and shared as intended."""

import numpy as np
from kgmem_bench.common.synthetic import STEPS, SyntheticRuns
from kgmem_bench.common.synthetic_embedder import SyntheticEmbedder

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


def test_a_failed_run_fails_at_its_last_step_and_says_why() -> None:
    failed = [r for n in range(200) if (r := RUNS.run(n))["outcome"] == "failure"]

    last = [run["steps"][-1] for run in failed]

    assert 10 < len(failed) < 40
    assert all(step["success"] is False and step["error"] for step in last)


def test_a_known_query_stands_among_the_runs_and_a_similar_one_does_not() -> None:
    learned = {RUNS.task(n).text for n in range(300)}
    kinds = {RUNS.task(n).kind for n in range(300)}

    known = [RUNS.known(i, 300) for i in range(100)]
    similar = [RUNS.similar(i, 300) for i in range(100)]

    assert {task.text for task in known} <= learned
    assert not {task.text for task in similar} & learned
    assert {task.kind for task in similar} <= kinds


def test_texts_of_one_wording_lie_close_together() -> None:
    texts = [
        "Search Nova Shop for a red lamp and sort the list by price",
        "Search Nova Shop for a blue chair and sort the list by date",
        "把红色椅子加入名为杭州的心愿单，价格优先级",
    ]

    vectors = SyntheticEmbedder().embed(texts)

    assert vectors.shape == (3, SyntheticEmbedder.dimensions)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert vectors[0] @ vectors[1] > 0.5 > vectors[0] @ vectors[2]
