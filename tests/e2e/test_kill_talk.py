"""kill -9 at random moments of a conversation: what was acknowledged is there, once and
in order, and nothing is folded twice or dropped."""

import random
import sys
from pathlib import Path

import pytest

from kgmem import Memory
from tests.conftest import GIVEN
from tests.doubles import WordEmbedder
from tests.e2e.killed import killed

TALKER = Path(__file__).with_name("talker.py")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]


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
    rounds = int(GIVEN.get("KGMEM_TEST_KILLS", "2"))
    seed = random.randrange(10**6)
    acknowledged: list[str] = []

    for number in range(rounds):
        acknowledged += killed(
            TALKER, tmp_path / "memory", number * 10_000, seed + number
        )
        with Memory.open(tmp_path / "memory", embedder=WordEmbedder()) as memory:
            check(memory, acknowledged)
