"""What the commands that measure on live pages share, and processes of their own."""

import json
import os
from pathlib import Path

import click
import pytest
from kgmem_bench.common.child import in_child
from kgmem_bench.common.page_command import hand_over, names_among

chosen = names_among(lambda: ("login", "search", "order"))


def test_names_come_in_the_order_given_and_all_without_one() -> None:
    assert chosen(None, None, "order,login") == ("order", "login")
    assert chosen(None, None, None) == ("login", "search", "order")


def test_unknown_name_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(click.BadParameter, match=r"unknown: pay; there are login, "):
        chosen(None, None, "login,pay")


def test_report_is_kept_and_shown(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.argv", ["kgmem", "bench", "trac"])
    folder = tmp_path / "new" / "folder"

    hand_over({"wins": 3}, [{"met": True}], "# 成绩", folder, None)

    numbers = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert numbers == {"wins": 3, "checks": [{"met": True}]}
    assert (folder / "report.md").read_text(encoding="utf-8") == "# 成绩"
    assert capsys.readouterr().out == "`kgmem bench trac`\n\n# 成绩\n"


def test_measuring_happens_in_another_process() -> None:
    assert in_child(os.getpid) != os.getpid()
