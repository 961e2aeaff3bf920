"""`--help` in two languages."""

import re

import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from kgmem.interfaces.cli import cli
from kgmem.messages import speak
from tests.docs.site import module

COMMANDS = sorted(set(module("hooks").commands()) - {"kgmem bench embedders"})


def help_of(command: str, language: str, columns: int = 80) -> str:
    runner = CliRunner(env={"KGMEM_LANG": language, "COLUMNS": str(columns)})
    words = [*command.split()[1:], "--help"]
    result = runner.invoke(cli, words, prog_name="kgmem", terminal_width=columns)
    speak("en")
    assert result.exit_code == 0, result.output
    return result.stdout


def test_headings_summaries_and_options_are_chinese() -> None:
    shown = help_of("kgmem", "zh")

    assert shown.startswith("用法: kgmem [OPTIONS]")
    assert re.search("\n  recall +召回有助于完成任务 TEXT 的内容。\n", shown)
    assert "--space TEXT      属于哪个空间。" in shown
    assert "显示本说明并退出。" in shown


def test_examples_stay_line_by_line() -> None:
    shown = help_of("kgmem recall", "zh")

    assert "示例：\n    kgmem recall 'Search for a red mouse' --app shop\n" in shown


@pytest.mark.parametrize("command", [c for c in COMMANDS if "bench" not in c])
def test_no_line_is_wider_than_the_terminal(command: str) -> None:
    english = help_of(command, "en", 60).splitlines()
    given = "".join("".join(english).split())  # a name can't be broken in Chinese

    wide = [
        line
        for line in help_of(command, "zh", 60).splitlines()
        if cell_len(line) > 60 and "".join(line.split()) not in given
    ]

    assert not wide
