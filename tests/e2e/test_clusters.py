"""The batch job on real clusters of two worker processes on this machine."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from kgmem_bench.common.synthetic import SyntheticRuns

from kgmem import ConfigurationError, Memory, ServiceError
from kgmem.generalize.job import clusters
from kgmem.generalize.job.workers import Workers
from kgmem.model.pattern import Pattern
from tests.doubles import WordEmbedder

pytestmark = pytest.mark.slow

RUNS = 60
FOLDER = Path(sys.executable).parent


# --- clusters ----------------------------------------------------------------------


class DaskOnThisMachine:
    """A scheduler and two workers."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        self._file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--no-dashboard")
        until(self._file.exists)
        self.address = str(_json(self._file)["address"])
        self.workers = [self.start_worker() for _ in range(2)]

    def start_worker(self) -> "subprocess.Popen[bytes]":
        return self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")

    def _start(self, what: str, *options: str) -> "subprocess.Popen[bytes]":
        command = [str(FOLDER / "dask"), what, *options]
        command += ["--scheduler-file", str(self._file), "--host", "127.0.0.1"]
        return self._stack.enter_context(running(command, self._folder))


def _json(path: Path) -> Mapping[str, Any]:
    import json

    found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@contextmanager
def running(
    command: Sequence[str], folder: Path
) -> "Iterator[subprocess.Popen[bytes]]":
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def until(holds: Any, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[DaskOnThisMachine]:
    folder = tmp_path / "dask"
    folder.mkdir()
    with ExitStack() as stack:
        yield DaskOnThisMachine(folder, stack)


# --- what is compared --------------------------------------------------------------


@contextmanager
def memory_on(home: Path, **workers: Any) -> Iterator[Memory]:
    """A memory that has learned runs of several apps, its job done by these."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KGMEM_GENERALIZE_AFTER", "0")
        for name, value in workers.items():
            patch.setenv(f"KGMEM_GENERALIZE_{name.upper()}", str(value))
        with Memory.open(home, embedder=WordEmbedder()) as memory:
            runs = SyntheticRuns(3)
            memory.learn_many([runs.run(n) for n in range(RUNS)])
            yield memory


def told(patterns: Sequence[Pattern]) -> list[Any]:
    """What patterns say, whatever their ids."""
    return sorted(
        (p.app or "", p.template, sorted(p.members), [s.action for s in p.steps])
        for p in patterns
    )


@pytest.fixture
def on_threads(tmp_path: Path) -> list[Any]:
    with memory_on(tmp_path / "threads", jobs=2, backend="threading") as memory:
        memory.generalize()
        return told(memory.patterns())


# --- tests -------------------------------------------------------------------------


def test_dask_gives_the_patterns_of_threads_though_a_worker_is_killed(
    tmp_path: Path, dask: DaskOnThisMachine, on_threads: list[Any]
) -> None:
    killed: list[int] = []

    def kill_one(done: int, total: int | None) -> None:
        if not killed:
            dask.workers[0].send_signal(signal.SIGKILL)
            killed.append(done)

    with memory_on(tmp_path / "a", backend="dask", cluster=dask.address) as memory:
        report = memory.generalize(progress=kill_one)

        assert killed
        assert report.patterns == len(on_threads) > 5
        assert told(memory.patterns()) == on_threads
        assert memory.doctor().ok


def test_dask_without_workers_writes_nothing_and_the_next_job_does(
    tmp_path: Path, dask: DaskOnThisMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "LOOK", 0.2)
    monkeypatch.setattr(clusters, "PATIENCE", 0.6)

    def kill_all(done: int, total: int | None) -> None:
        for worker in dask.workers:
            worker.kill()

    with memory_on(tmp_path / "a", backend="dask", cluster=dask.address) as memory:
        with pytest.raises(ServiceError, match=r"no worker.*start some"):
            memory.generalize(progress=kill_all)
        assert memory.stats()["patterns"] == 0

        dask.start_worker()
        monkeypatch.setattr(clusters, "PATIENCE", 60.0)
        report = memory.generalize()

        assert report.patterns == memory.stats()["patterns"] > 5


def test_ray_gives_the_patterns_of_threads_though_a_worker_is_killed(
    tmp_path: Path, on_threads: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if find_spec("ray") is None:
        pytest.skip("ray is not installed: uv run --extra ray pytest …")
    monkeypatch.setenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")  # before the import
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    killed: list[int] = []

    def kill_one(done: int, total: int | None) -> None:
        if not killed:
            killed.append(_ray_worker())
            os.kill(killed[0], signal.SIGKILL)

    try:
        with memory_on(tmp_path / "a", backend="ray", cluster="auto") as memory:
            report = memory.generalize(progress=kill_one)

            assert killed
            assert report.patterns == len(on_threads) > 5
            assert told(memory.patterns()) == on_threads
    finally:
        ray.shutdown()


def _ray_worker() -> int:
    """The process id of one of Ray's workers below this process."""
    import psutil

    below = psutil.Process().children(recursive=True)
    names = ("ray::IDLE", "ray::worked")  # others are Ray's own agents
    return next(one.pid for one in below if one.cmdline()[0].startswith(names))


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import dask as settings
    import distributed  # noqa: F401  # its settings are there, and stay

    with (
        settings.config.set({"distributed.comm.timeouts.connect": "0.2s"}),
        pytest.raises(ServiceError, match="see that its scheduler and workers run"),
    ):
        list(Workers(backend="dask", cluster="tcp://127.0.0.1:9")([], None))


@pytest.mark.parametrize("address", ["host", "http://host:1", "tcp://host:port"])
def test_a_wrong_address_names_the_setting_and_leaves_nothing_behind(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import distributed

    begun: list[Any] = []
    monkeypatch.setattr(distributed, "Client", lambda *_, **__: begun.append(1))

    with pytest.raises(ConfigurationError, match=r"KGMEM_GENERALIZE_CLUSTER.*tcp://"):
        list(Workers(backend="dask", cluster=address)([], None))

    assert not begun
