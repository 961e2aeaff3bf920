"""Data sets that only measurements read, on small rows in the format of each."""

import json
from pathlib import Path

import pytest
from kgmem_bench.data_sets import EVERY, ROWS, generated, samples
from kgmem_bench.data_sets.select import chosen

from kgmem.errors import InvalidInput
from kgmem.samples import shipped


@pytest.mark.parametrize("name", sorted(folder.name for folder in ROWS.iterdir()))
def test_every_row_is_read(name: str) -> None:
    rows = (ROWS / name / EVERY[name].file).read_text("utf-8").split("\n")

    found = list(samples(ROWS / name))

    assert len(found) == len([row for row in rows if row]) > 0
    assert {sample.set for sample in found} == {name}


def test_kgmem_ships_the_runs_of_these_rows() -> None:
    assert list(chosen(ROWS)) == list(shipped())


# rows and folders -------------------------------------------------------------------


def test_shipped_templates_fill_every_place() -> None:
    made = list(generated(ROWS / "mobiagent-zh", 50))

    assert len({sample.group for sample in made}) == 9
    for sample in made:
        text = sample.trajectory.model_dump_json()
        assert "<" not in text
        assert "{" not in sample.trajectory.task


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
