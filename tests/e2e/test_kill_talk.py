"""kill -9 at random moments of a conversation: what was acknowledged is there, once and
in order, and nothing is folded twice or dropped."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kgmem import Memory
from tests.conftest import GIVEN
from tests.doubles import WordEmbedder

TALKER = Path(__file__).with_name("talker.py")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]


def killed_talker(folder: Path, start: int, seed: int) -> list[str]:
    """Texts that a talker acknowledged before it was killed at a random moment."""
    process = subprocess.Popen(
        [sys.executable, str(TALKER), str(folder), str(start)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ.copy(),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    first = process.stdout.readline()  # it is talking now
    assert first, process.stderr.read()
    time.sleep(random.Random(seed).uniform(0.0, 1.0))
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    lines = (first + rest).splitlines(keepends=True)
    return [line.strip() for line in lines if line.endswith("\n")]


def check(memory: Memory, acknowledged: list[str]) -> int:
    conversation = memory.agent("a").conversation("s")
    kept = conversation.messages()
    texts = [one.content for one in kept]
    assert [one.n for one in kept] == list(range(len(kept)))
    assert len(texts) == len(set(texts))
    assert [text for text in texts if text in set(acknowledged)] == acknowledged
    conversation.add("user", f"Item {len(kept)} goes to shop x", message_id="probe")
    known = conversation.info()
    assert known is not None
    assert known.messages - known.folded <= 10
    assert known.folded == 0 or known.summary
    assert memory.doctor().ok
    return len(kept) + 1


def test_killed_while_talking(tmp_path: Path) -> None:
    rounds = int(GIVEN.get("KGMEM_TEST_KILLS", "3"))
    seed = random.randrange(10**6)
    acknowledged: list[str] = []

    for number in range(rounds):
        acknowledged += killed_talker(
            tmp_path / "memory", number * 10_000, seed + number
        )
        with Memory.open(tmp_path / "memory", embedder=WordEmbedder()) as memory:
            check(memory, acknowledged)
