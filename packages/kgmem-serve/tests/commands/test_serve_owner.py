"""While `kgmem serve` has a folder open, the command line asks it."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kgmem import Memory
from kgmem.interfaces.cli import cli
from kgmem_serve.wire.owner import FILE, owning_server
from tests.doubles import WordEmbedder
from tests.e2e.serving import free_port

RUN = {
    "task": "Search for tea",
    "app": "shop",
    "outcome": "success",
    "steps": [{"action": "click", "target": {"role": "button", "name": "Go"}}],
}


def kgmem(home: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["--home", str(home), *arguments])


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Path]:
    """A folder that `kgmem serve` has open in another process."""
    home, port = tmp_path / "memory", free_port()
    program = "from kgmem.interfaces.cli import main; main()"
    command = ["-c", program, "--home", str(home), "serve"]
    server = subprocess.Popen(
        [sys.executable, *command, "--port", str(port)],
        env={**os.environ, "KGMEM_EMBEDDING": "ngram"},
        stderr=subprocess.DEVNULL,
    )
    until = time.monotonic() + 60
    while time.monotonic() < until and not _listens(home, port):
        assert server.poll() is None
        time.sleep(0.1)
    yield home
    server.send_signal(signal.SIGINT)
    server.wait(30)


def _listens(home: Path, port: int) -> bool:
    if owning_server(home) is None:
        return False
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.slow
@pytest.mark.parametrize("keys", [False, True], ids=["open", "with keys"])
def test_commands_work_while_a_server_has_the_folder(
    served: Path, tmp_path: Path, keys: bool
) -> None:
    if keys:
        kgmem(served, "keys", "add", "agent", "--role", "read")
    file = tmp_path / "run.json"
    file.write_text(json.dumps(RUN))

    learned = kgmem(served, "learn", str(file))
    stats = kgmem(served, "stats", "--json")
    found = kgmem(served, "recall", "search for tea", "--json")
    other = kgmem(served, "--space", "other", "stats", "--json")
    second = kgmem(served, "serve", "--port", str(free_port()))

    assert learned.exit_code == 0, learned.output
    assert json.loads(stats.stdout)["experiences"] == 1
    assert json.loads(found.stdout)["experiences"][0]["task"] == RUN["task"]
    assert json.loads(other.stdout)["experiences"] == 0
    assert second.exit_code != 0
    assert "is open in process" in second.output


def test_a_folder_that_another_program_holds_is_told_as_before(tmp_path: Path) -> None:
    home = tmp_path / "memory"
    with Memory.open(home, embedder=WordEmbedder()):
        stats = kgmem(home, "stats")

    assert stats.exit_code != 0
    assert "is open in process" in stats.output


def test_a_file_that_leads_nowhere_changes_nothing(tmp_path: Path) -> None:
    home, port = tmp_path / "memory", free_port()
    told = {"url": f"http://127.0.0.1:{port}", "secret": "s", "pid": os.getpid()}
    home.mkdir()
    with Memory.open(home, embedder=WordEmbedder()):
        (home / FILE).write_text(json.dumps(told))
        (home / FILE).chmod(0o600)
        stats = kgmem(home, "stats")

    assert "is open in process" in stats.output
