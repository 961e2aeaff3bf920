"""What holds for every command: help, exit codes, one line for an error."""

import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from kgmem.interfaces.cli import Commands, cli
from kgmem.interfaces.commands import COMMANDS
from tests.unit.interfaces.conftest import Kgmem

OWN = [name for name in cli.list_commands(click.Context(cli)) if name != "bench"]


@pytest.mark.parametrize("name", OWN)
def test_help_has_an_example(kgmem: Kgmem, name: str) -> None:
    result = kgmem(name, "--help")

    assert result.exit_code == 0
    assert "Example" in result.stdout
    assert f"kgmem {name}" in result.stdout


def test_an_error_is_one_line(kgmem: Kgmem, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGMEM_GRAPH", "neo4j")

    result = kgmem("stats")

    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("error: KGMEM_NEO4J_URI is not set")
    assert len(result.stderr.splitlines()) == 1


def test_interrupt_is_quiet() -> None:
    group = Commands("kgmem")

    @group.command()
    def wait() -> None:
        raise KeyboardInterrupt

    result = CliRunner().invoke(group, ["wait"])

    assert result.exit_code == 130
    assert result.output == ""


def test_another_package_may_add_a_command(
    kgmem: Kgmem, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = EntryPoint("wave", "click:Command", "kgmem.commands")
    command = click.Command("wave", callback=lambda: click.echo("hello"))
    monkeypatch.setattr(EntryPoint, "load", lambda _: command)
    monkeypatch.setattr("kgmem.interfaces.cli._added", lambda: {"wave": one})

    assert kgmem("wave").stdout == "hello\n"
    assert "wave" in kgmem("--help").stdout


def test_a_command_that_is_not_installed_says_with_what_it_comes(
    kgmem: Kgmem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgmem.interfaces.cli._added", dict)

    result = kgmem("keys", "add", "ann", "--days", "3")

    assert result.exit_code == 1
    assert 'pip install "kgmem[serve]"' in result.stderr
    assert COMMANDS["keys"].summary in kgmem("--help").stdout


@pytest.mark.slow
def test_a_closed_pipe_is_quiet(learned: Kgmem, tmp_path: Path) -> None:
    code = "from kgmem.interfaces.cli import main; main()"
    query = "UNWIND range(1, 20000) AS n RETURN n, 'a row that fills the pipe' AS text"
    command = [sys.executable, "-c", code, "cypher", "--json", query]
    environment = {**os.environ, "KGMEM_HOME": str(tmp_path / "kgmem")}

    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()

    assert first == b"[\n"
    assert errors == b""


@pytest.mark.slow
def test_chinese_goes_through_an_ascii_pipe(learned: Kgmem, tmp_path: Path) -> None:
    code = "from kgmem.interfaces.cli import main; main()"
    environment = {
        **os.environ,
        "KGMEM_HOME": str(tmp_path / "kgmem"),
        "PYTHONIOENCODING": "ascii",
    }

    result = subprocess.run(
        [sys.executable, "-c", code, "recall", "退掉最近的订单"],
        capture_output=True,
        env=environment,
        check=False,
    )

    assert result.returncode == 0
    assert "按钮没有反应" in result.stdout.decode()


def test_a_mistyped_command_gets_a_suggestion(kgmem: Kgmem) -> None:
    result = kgmem("recal", "x")

    assert result.exit_code == 2
    assert "No such command 'recal'. Did you mean recall?" in result.stderr
