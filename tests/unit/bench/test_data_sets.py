"""Data sets that only measurements read, on small rows in the format of each."""

import json
from pathlib import Path

import pytest
from kgmem_bench.data_sets import EVERY, ROWS, generated, mail, samples, webarena
from kgmem_bench.data_sets.reading import Row, stable_id
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


# autodroid ----------------------------------------------------------------------


# android-control, tau-retail, webarena-templates --------------------------------


def test_webarena_wordings_carry_their_gold_beside_them() -> None:
    row = {
        "task_id": 7,
        "sites": ["reddit", "gitlab"],
        "intent": "Post 3 to a, b",
        "intent_template": "Post {{n}} to {{all}}",
        "instantiation_dict": {"n": 3, "all": ["a", "b"]},
        "intent_template_id": 99,
    }

    sample = webarena.sample(row)

    assert (sample.group, sample.slots) == ("99", {"n": "3", "all": "a, b"})
    assert sample.trajectory.app == "gitlab+reddit"
    assert sample.trajectory.steps == ()
    assert "99" not in sample.trajectory.model_dump_json(exclude={"source_task_id"})


# mail ---------------------------------------------------------------------------


def mail_row(success: bool = True) -> Row:
    return {
        "id": "7",
        "utterance": "Forward Ann's mail to Bob",
        "intent": "forward",
        "wording": "Forward {from}'s mail to {to}",
        "fields": {"from": "Ann", "to": "Bob"},
        "success": success,
        "steps": [
            {"act": "click", "el": {"tag": "span", "text": "Ann"}},
            {"act": "type", "el": {"tag": "INPUT_text"}, "text": "Bob"},
        ],
    }


def test_a_run_has_what_was_done_and_no_gold_value() -> None:
    found = mail.sample(mail_row()).trajectory

    assert (found.task, found.app) == ("Forward Ann's mail to Bob", "mail")
    assert [(one.action, one.value) for one in found.steps] == [
        ("click", None),
        ("type", "Bob"),
    ]
    assert found.source_task_id == stable_id(mail.SET, "7")
    assert "forward" not in found.model_dump_json()


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
