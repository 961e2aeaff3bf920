"""`--help` in two languages."""

import re

from click.testing import CliRunner

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
