"""Whatever a command is given, it says what is wrong and how it ended."""

import json
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from errno import ENOSPC
from functools import cache, partial
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from playwright import sync_api

from kgmem import Memory
from kgmem.interfaces.cli import Commands, cli
from kgmem.interfaces.opening import Opening
from kgmem_agents.browser import window
from tests.copies import copied

NUL, HALF, LONG = "a\0b", "half \ud83d", "n" * 10_000
ODD = ("", " ", "odd", NUL, HALF, LONG, "-1", "9" * 400, "-1e999", "nan", "/dev/null")
NESTED = b"[" * 100_000
FILES = {
    "deep.jsonl": NESTED,
    "deep.json": b'{"task": "x", "steps": ' + NESTED,
    "binary.jsonl": bytes(range(256)),
    "list.jsonl": json.dumps([1, None, {"task": 5}, {"task": HALF}]).encode(),
    "number.jsonl": b"9" * 6_000,
    "columns.csv": b"colour,size\nred,5\n\n,,,,\n",
    "empty.csv": b"",
    "broken.docx": b"PK\x03\x04" + b"\0" * 200,
    "broken.pdf": b"%PDF-1.7\n" + b"\0" * 200,
    "broken.jsonl.gz": b"\x1f\x8b" + b"\0" * 200,
}
NOT_TRIED = {"demo", "mcp", "serve"}
"""The first learns its samples anew each time, which takes seconds, and has only
`--home`; the others serve until they are ended."""

Path_ = tuple[str, ...]


def commands(
    group: click.Group, path: Path_ = ()
) -> Iterator[tuple[Path_, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield (*path, name), command


TRIED = [
    pytest.param(path, command, id=" ".join(path))
    for path, command in commands(cli)
    if path[0] not in {*NOT_TRIED, "bench"} and len(command.params) > 1
]


@pytest.fixture(scope="session")
def shared(
    learned_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Memory]:
    """Open for all calls: opening takes longer than what a call does."""
    home = tmp_path_factory.mktemp("shared") / "kgmem"
    copied(learned_home, home)
    with Memory.open(home, settings={"embedding": "ngram"}) as memory:
        yield memory


@pytest.fixture
def run(shared: Memory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> CliRunner:
    def handed_out(
        opening: Opening, settings: object = None
    ) -> AbstractContextManager[Memory]:
        if settings is None:
            opening.settings()
        return nullcontext(shared)

    monkeypatch.setattr(Opening, "memory", handed_out)
    monkeypatch.chdir(tmp_path)
    return CliRunner(env={"KGMEM_EMBEDDING": "ngram", "COLUMNS": "80"})


@pytest.fixture(autouse=True)
def _one_driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What drives browsers is started once for all calls; none is on the path."""
    with ExitStack() as stack:
        started = cache(partial(stack.enter_context, sync_api.sync_playwright()))
        monkeypatch.setattr(sync_api, "sync_playwright", lambda: nullcontext(started()))
        monkeypatch.setattr(window, "BROWSERS", ())
        yield


def files(folder: Path) -> list[str]:
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    (folder / "folder.jsonl").mkdir()
    odd_name = os.fsdecode("café.md".encode("latin-1"))
    (folder / odd_name).write_text("# A name that is not UTF-8")
    nowhere = ["nowhere.jsonl", "columns.csv/inside.jsonl"]
    return [*FILES, odd_name, "folder.jsonl", *nowhere]


def calls(command: click.Command, given: list[str]) -> Iterator[list[str]]:
    """One odd value at a time: as each argument, and as each option's value."""
    arguments = [one for one in command.params if isinstance(one, click.Argument)]
    for odd in (*ODD, *given):
        if arguments:
            yield ["--", *([odd] * len(arguments))]
            yield ["--", *([odd] * (len(arguments) + 2))]
    for option in command.params:
        if isinstance(option, click.Option) and not option.is_flag:
            for odd in ODD:
                yield [f"{option.opts[-1]}={odd}", "--", *(["odd"] * len(arguments))]


@pytest.mark.parametrize(("path", "command"), TRIED)
def test_an_odd_argument_ends_in_a_message_and_no_traceback(
    run: CliRunner, path: Path_, command: click.Command, tmp_path: Path
) -> None:
    wrong = []
    for given in calls(command, files(tmp_path)):
        found = run.invoke(cli, [*path, *given], input="n")
        told = found.stderr or found.stdout
        ended = isinstance(found.exception, SystemExit | None)
        if not ended or found.exit_code not in (0, 1, 2) or not told.strip():
            wrong.append(f"{given!a:.80}: {found.exit_code} {found.exception!r:.300}")

    assert not wrong, "\n".join(wrong)


TEXT_COMMANDS = ["recall", "match", "search", "cypher"]


@pytest.mark.parametrize("command", TEXT_COMMANDS)
@pytest.mark.parametrize("given", [b"", b"\0", bytes(range(256)), b"\xed\xa0\xbd"])
def test_odd_standard_input_ends_in_a_message(
    run: CliRunner, command: str, given: bytes
) -> None:
    found = run.invoke(cli, [command, "-"], input=given)

    assert found.exit_code in (1, 2)
    assert found.stderr or command == "match"
    assert isinstance(found.exception, SystemExit)


@pytest.mark.parametrize("home", ["", NUL, HALF, LONG, "file", "file/in", "pipe"])
def test_an_odd_home_ends_in_a_message(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, home: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")

    found = CliRunner(env={"KGMEM_EMBEDDING": "ngram"}).invoke(
        cli, ["--home", home, "stats"]
    )

    assert found.exit_code in (1, 2)
    assert found.stderr
    assert isinstance(found.exception, SystemExit)


@pytest.mark.parametrize("space", ["", " ", NUL, HALF, LONG])
def test_an_odd_space_ends_in_a_message(tmp_path: Path, space: str) -> None:
    found = CliRunner(env={"KGMEM_EMBEDDING": "ngram"}).invoke(
        cli, ["--home", str(tmp_path / "memory"), "--space", space, "stats"]
    )

    assert found.exit_code in (1, 2)
    assert found.stderr
    assert isinstance(found.exception, SystemExit)
    assert not (tmp_path / "memory").exists()


def test_what_the_machine_refuses_is_one_line_without_a_traceback() -> None:
    group = Commands("kgmem")

    @group.command()
    def write() -> None:
        raise OSError(ENOSPC, "No space left on device", "notes.txt")

    found = CliRunner().invoke(group, ["write"])

    assert found.exit_code == 1
    assert found.stderr.startswith("error: ")
    assert "No space left on device" in found.stderr
