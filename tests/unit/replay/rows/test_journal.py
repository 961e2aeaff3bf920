"""The journal outlives whatever ends a run of rows."""

from pathlib import Path

import pytest

from kgmem import InvalidInput, JobRunning, Row
from kgmem.replay.rows.journal import NOT_ENDED, Journal

ONE = Row(number=1, values={"person": "Ann"}, outcome="success")
TWO = Row(number=2, values={"person": "Bob"}, outcome="aside", reason="not there")


def test_what_ended_and_what_only_began_is_known_again(tmp_path: Path) -> None:
    with Journal(tmp_path / "j", "t").held(resume=False) as journal:
        for row in (ONE, TWO):
            journal.begin(row)
        journal.end(ONE)

    with Journal(tmp_path / "j", "t").held(resume=True) as again:
        assert again.ended[1].outcome == "success"
        assert again.ended[2].reason == NOT_ENDED
        assert again.ended[2].may_be_done


def test_a_line_that_was_cut_is_as_if_it_had_not_been_begun(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path, "t").held(resume=False) as journal:
        journal.begin(ONE)
        journal.end(ONE)
    with path.open("ab") as file:
        file.write('{"row": 2, "key": "ü'.encode()[:-1])

    with Journal(path, "t").held(resume=True) as again:
        assert set(again.ended) == {1}
        again.begin(TWO)

    with Journal(path, "t").held(resume=True) as last:
        assert set(last.ended) == {1, 2}


def test_a_row_that_was_put_back_is_begun_anew(tmp_path: Path) -> None:
    with Journal(tmp_path / "j", "t").held(resume=False) as journal:
        journal.begin(ONE)
        journal.put_back(ONE)

    with Journal(tmp_path / "j", "t").held(resume=True) as again:
        assert not again.ended


def test_one_process_at_a_time_and_one_task_only(tmp_path: Path) -> None:
    with (
        Journal(tmp_path / "j", "t").held(resume=False),
        pytest.raises(JobRunning),
        Journal(tmp_path / "j", "t").held(resume=True),
    ):
        pass
    for task, resume in (("t", False), ("other", True)):
        with (
            pytest.raises(InvalidInput),
            Journal(tmp_path / "j", task).held(resume=resume),
        ):
            pass


def test_rows_that_were_begun_are_what_they_were(tmp_path: Path) -> None:
    with Journal(tmp_path / "j", "t").held(resume=False) as journal:
        journal.begin(ONE)

    with Journal(tmp_path / "j", "t").held(resume=True) as again:
        again.check([{"person": "Ann"}, {"person": "New"}])
        with pytest.raises(InvalidInput, match="row 1"):
            again.check([{"person": "Bob"}])
