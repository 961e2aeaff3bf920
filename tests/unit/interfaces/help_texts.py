"""The help texts in `docs/cli.md`.

After a change of a command: `uv run python -m tests.unit.interfaces.help_texts`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import click
from click.testing import CliRunner

from kgmem.interfaces.cli import cli

DOCUMENT = Path(__file__).parents[3] / "docs" / "cli.md"
BLOCK = re.compile(r"^```text (kgmem[^\n]*)\n(.*?)^```$", re.M | re.S)


def commands() -> Iterator[str]:
    """`kgmem`, `kgmem demo`, …, `kgmem schema apply`, …"""
    yield "kgmem"
    yield from _below(cli, "kgmem")


def _below(group: click.Group, above: str) -> Iterator[str]:
    for name in group.list_commands(click.Context(group)):
        yield f"{above} {name}"
        command = group.get_command(click.Context(group), name)
        if isinstance(command, click.Group):
            yield from _below(command, f"{above} {name}")


def help_of(command: str) -> str:
    """What `--help` prints on a terminal of 80 columns."""
    words = [*command.split()[1:], "--help"]
    runner = CliRunner(env={"COLUMNS": "80"})
    result = runner.invoke(cli, words, prog_name="kgmem", terminal_width=80)
    assert result.exit_code == 0, result.output
    return result.stdout


def shown(document: str) -> dict[str, str]:
    """Help text by command, as the document has it."""
    return {block[1]: block[2] for block in BLOCK.finditer(document)}


def refreshed(document: str) -> str:
    """The document with each help text as it is now; new commands at its end."""
    for command in commands():
        if command not in shown(document):
            level = "#" * (command.count(" ") + 1)
            document += f"\n{level} {command}\n\n```text {command}\n```\n"
    return BLOCK.sub(lambda b: f"```text {b[1]}\n{help_of(b[1])}```", document)


if __name__ == "__main__":
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(refreshed(text), encoding="utf-8")
