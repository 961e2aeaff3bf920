"""kill -9 in the middle of the batch job: no pattern is half there, none is lost."""

import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from kgmem import Memory
from kgmem.model.base import normalize
from tests.conftest import GIVEN
from tests.doubles import WordEmbedder
from tests.e2e.generalizer import KINDS, run_number

PROGRAM = Path(__file__).with_name("generalizer.py")
TURN = 1_000
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]


def killed(folder: Path, start: int, wait: float) -> None:
    """Kill a process so many seconds after it began its second job."""
    process = subprocess.Popen(
        [sys.executable, str(PROGRAM), str(folder), str(start)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    for wanted in ("begin", "end", "begin"):
        line = process.stdout.readline()
        assert line.strip() == wanted, process.stderr.read()
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    process.communicate()


def opened(folder: Path) -> Memory:
    return Memory.open(
        folder, embedder=WordEmbedder(), settings={"generalize_after": 0}
    )


def check_whole(memory: Memory) -> None:
    """Each stored pattern has all its parts, and a task is in one of them at most."""
    members = memory.cypher(
        "MATCH (p:Pattern)-[:GENERALIZES]->(t:Task) WHERE p.space = $space "
        "RETURN t.task_id AS task, count(p) AS patterns"
    )
    assert all(row["patterns"] == 1 for row in members)
    assert memory.doctor().ok
    texts = {
        row["task"]: row["text"]
        for row in memory.cypher(
            "MATCH (t:Task) WHERE t.space = $space "
            "RETURN t.task_id AS task, t.text AS text"
        )
    }
    for pattern in memory.patterns():
        for key in pattern.members:
            said = pattern.fill(pattern.bindings(key))
            assert normalize(said) == normalize(texts[key])


def test_a_killed_job_leaves_whole_patterns_and_the_next_one_goes_on(
    tmp_path: Path,
) -> None:
    rounds = int(GIVEN.get("KGMEM_TEST_KILLS_GENERALIZE", "2"))
    seed = random.Random(7)

    for number in range(rounds):
        killed(tmp_path / "memory", number * TURN, seed.uniform(0.0, 0.15))
        with opened(tmp_path / "memory") as memory:
            check_whole(memory)

    with opened(tmp_path / "memory") as memory:
        memory.generalize()
        check_whole(memory)
        found = Counter(
            pattern.app for pattern in memory.patterns() if pattern.support > 1
        )
        assert found == {f"app{n}": len(KINDS) for n in range(3)}


def test_learning_goes_on_while_a_job_runs(tmp_path: Path) -> None:
    with opened(tmp_path / "memory") as memory:
        memory.learn_many([run_number(n) for n in range(200)])
        reports = []
        job = threading.Thread(target=lambda: reports.append(memory.generalize()))
        job.start()
        for n in range(200, 260):
            memory.learn(run_number(n))
        job.join()
        memory.generalize()

        check_whole(memory)
        covered = {key for p in memory.patterns() for key in p.members}
        assert reports
        assert len(covered) == 260
