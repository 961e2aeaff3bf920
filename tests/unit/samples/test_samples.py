"""The runs that ship, and what the demo asks of them."""

import pytest

from kgmem.model.base import normalize
from kgmem.samples import DEMO_QUERIES, shipped
from kgmem.samples.shipped import DATA

SHIPPED = sorted(folder.name for folder in DATA.iterdir() if folder.is_dir())


# The shipped subset -------------------------------------------------------------


def test_shipped_runs_have_what_learning_needs() -> None:
    runs = [sample.trajectory for sample in shipped()]
    assert {sample.set for sample in shipped()} == set(SHIPPED)

    assert all(run.task and run.source and run.locale for run in runs)
    ids = [run.source_task_id for run in runs]
    assert None not in ids
    assert len(set(ids)) == len(ids)
    assert {run.locale for run in runs} == {"en", "zh"}
    assert {run.outcome for run in runs} == {"success", "failure", "unknown"}
    assert all(run.steps for run in runs if run.outcome != "unknown")


@pytest.mark.parametrize("set_name", ["miniwob-demos", "mobiagent-zh"])
def test_the_gold_group_is_not_in_the_run(set_name: str) -> None:
    for sample in shipped():
        if sample.set == set_name:
            assert sample.group
            assert sample.group not in sample.trajectory.model_dump_json()


def test_all_shipped_files_together_are_below_one_megabyte() -> None:
    files = [path for path in DATA.rglob("*") if path.is_file()]

    assert 50_000 < sum(path.stat().st_size for path in files) < 1_000_000


def test_each_folder_is_in_the_notice_and_has_its_own_and_a_licence() -> None:
    notice = (DATA.parent / "NOTICE.md").read_text("utf-8")

    for name in SHIPPED:
        assert f"`{name}`" in notice
        assert "Changes:" in (DATA / name / "NOTICE.md").read_text("utf-8")
        licence = (DATA / name / "LICENSE").read_text("utf-8")
        assert licence.lstrip().startswith(("The MIT License", "Apache License"))


# The demo's queries -------------------------------------------------------------


def test_only_the_exact_queries_stand_among_the_learned_tasks() -> None:
    learned = {
        (normalize(s.trajectory.task), s.trajectory.app)
        for s in shipped()
        if s.trajectory.outcome == "success"
    }

    exact = {q for q in DEMO_QUERIES if (normalize(q.task), q.app) in learned}

    assert exact == {q for q in DEMO_QUERIES if q.exact}
    texts = {normalize(s.trajectory.task) for s in shipped()}
    assert not [q for q in DEMO_QUERIES if not q.exact and normalize(q.task) in texts]
