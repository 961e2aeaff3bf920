"""A server that hangs: who asks it is told so in time, and goes on once it is back."""

import os
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from kgmem import KgmemError, Memory, Settings
from kgmem.wiring import assemble, engine_of, index_of
from kgmem_servers.neo4j import Neo4jEngine
from tests.doubles import WordEmbedder
from tests.servers import Neo4jSettings

TIMEOUT = 3.0


@pytest.fixture
def pid(neo4j_settings: Neo4jSettings) -> int:
    """The server's process on this machine; skips where it runs elsewhere."""
    port = int(neo4j_settings.uri.rpartition(":")[2])
    found = _listening(port)
    if found is None:
        pytest.skip("the server is no process of this machine: it can't be frozen")
    return found


def run(task: str) -> dict[str, Any]:
    """A run of one step."""
    step = {"action": "click", "target": {"role": "button", "name": task}}
    return {"task": task, "app": "shop", "outcome": "success", "steps": [step]}


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """The process answers nobody while the block runs."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def in_time() -> AbstractContextManager[object]:
    """The block ends, though the server hangs, with an error that names the setting."""
    return pytest.raises(KgmemError, match="KGMEM_NEO4J_TIMEOUT")


@pytest.mark.live
def test_a_frozen_server_holds_nobody(
    neo4j_empty: Neo4jSettings, pid: int, capfd: pytest.CaptureFixture[str]
) -> None:
    # The schema may take longer than the test allows the frozen one.
    with connected(neo4j_empty, timeout=60) as memory:
        memory.learn(run("log in to the shop"))
        memory.recall("log in to the shop")
    with connected(neo4j_empty, TIMEOUT) as memory:
        memory.learn(run("log in to the shop"))
        capfd.readouterr()

        with frozen(pid):
            with in_time():
                memory.learn(run("log out"))
            with in_time():
                memory.recall("log in to the shop")
        after = memory.learn(run("log out"))
        recalled = memory.recall("log out")

    assert after.experience_id
    assert [e.task for e in recalled.experiences][:1] == ["log out"]
    assert "neo4j" not in capfd.readouterr().err.lower()


def connected(server: Neo4jSettings, timeout: float) -> Memory:
    settings = Settings.load(
        graph="neo4j",
        neo4j_uri=server.uri,
        neo4j_user=server.user,
        neo4j_password=server.password,
        neo4j_timeout=timeout,
        generalize_after=0,
    )
    parts = assemble(settings, engine_of(settings), index_of(settings), WordEmbedder())
    return Memory(parts, "default")


@pytest.mark.live
def test_a_transaction_that_hangs_half_way_is_not_written(
    neo4j_empty: Neo4jSettings, pid: int
) -> None:
    engine = _engine(neo4j_empty.uri, neo4j_empty)
    try:
        with in_time(), frozen(pid):
            engine.write(
                lambda tx: [tx.run("CREATE (:Half {n: 1})"), tx.run("RETURN 1")]
            )
        [row] = engine.read("MATCH (h:Half) RETURN count(h) AS n")
    finally:
        engine.close()

    assert row["n"] == 0


def _engine(uri: str, settings: Neo4jSettings) -> Neo4jEngine:
    password = SecretStr(settings.password)
    return Neo4jEngine.connect(uri, settings.user, password, settings.database, TIMEOUT)


def _listening(port: int) -> int | None:
    """Process of this machine that listens on a port, told by Linux."""
    tables = [Path("/proc/net/tcp"), Path("/proc/net/tcp6")]
    lines = [row for table in tables if table.exists() for row in _rows(table)]
    wanted = f":{port:04X}"
    inodes = {
        f"socket:[{part[9]}]"
        for part in map(str.split, lines)
        if part[1].endswith(wanted) and part[3] == "0A"
    }
    return next((pid for pid in _processes() if _sockets(pid) & inodes), None)


def _rows(table: Path) -> list[str]:
    return table.read_text(encoding="ascii").splitlines()[1:]


def _processes() -> Iterator[int]:
    return (int(path.name) for path in Path("/proc").glob("[0-9]*"))


def _sockets(pid: int) -> set[str]:
    try:
        return {os.readlink(path) for path in Path(f"/proc/{pid}/fd").iterdir()}
    except OSError:
        return set()
