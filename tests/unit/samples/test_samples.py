"""Every loader on the shipped rows or on small rows in the format of its set."""

import json
from pathlib import Path

import pytest

from kgmem.errors import InvalidInput
from kgmem.model.base import normalize
from kgmem.samples import (
    DATA_SETS,
    DEMO_QUERIES,
    generated,
    samples,
    shipped,
)
from kgmem.samples.shipped import DATA

SHIPPED = sorted(folder.name for folder in DATA.iterdir() if folder.is_dir())


# The shipped subset -------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_row_is_read(name: str) -> None:
    file = DATA / name / DATA_SETS[name].file
    rows = [line for line in file.read_text("utf-8").split("\n") if line]

    found = list(samples(DATA / name))

    assert len(found) == len(rows) > 0
    assert {sample.set for sample in found} == {name}


def test_shipped_runs_have_what_learning_needs() -> None:
    runs = [sample.trajectory for sample in shipped()]

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


# miniwob-demos ------------------------------------------------------------------


# mobiagent-zh -------------------------------------------------------------------


def test_shipped_templates_fill_every_place() -> None:
    made = list(generated(DATA / "mobiagent-zh", 50))

    assert len({sample.group for sample in made}) == 9
    for sample in made:
        text = sample.trajectory.model_dump_json()
        assert "<" not in text
        assert "{" not in sample.trajectory.task


# screenagent-zh -----------------------------------------------------------------


# Folders ------------------------------------------------------------------------


def _write(path: Path, *rows: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")


def test_a_row_that_does_not_fit_is_named(tmp_path: Path) -> None:
    good = {"app": "a", "type": "t", "intent": "go"}
    _write(tmp_path / "mobiagent-zh" / "dev.jsonl", good, {"app": "a"})

    with pytest.raises(InvalidInput, match=r"mobiagent-zh/dev\.jsonl, line 2"):
        list(samples(tmp_path / "mobiagent-zh"))


def test_a_missing_file_and_an_unknown_folder_are_named(tmp_path: Path) -> None:
    (tmp_path / "mobiagent-zh").mkdir()

    with pytest.raises(InvalidInput, match=r"can't read .*dev\.jsonl"):
        list(samples(tmp_path / "mobiagent-zh"))
    with pytest.raises(InvalidInput, match=r"no known data set; known: .*mobiagent"):
        list(samples(tmp_path / "nonsense"))
