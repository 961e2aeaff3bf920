"""kill -9 at random moments of updating and folding: what was acknowledged is known, a
version is whole or not there, and the same update again mends the rest.

Rounds by KGMEM_TEST_KILLS (default 2).
"""

import random
import sys
from pathlib import Path

import pytest

from kgmem import Memory
from tests.conftest import GIVEN
from tests.doubles import WordEmbedder
from tests.e2e.killed import killed
from tests.e2e.updater import town

UPDATER = Path(__file__).with_name("updater.py")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]


def check(memory: Memory, acknowledged: list[int]) -> None:
    agent = memory.agent("a")
    history = agent.history()
    assert [one.version for one in history] == list(range(1, len(history) + 1))
    assert len(history) >= len(acknowledged)
    assert agent.version == len(history)
    stages = [one.stage for one in agent.get_pipeline_history()]
    assert stages == ["modification", "update", "theory_of_mind"] * len(history)
    told = agent.conversation("s").messages()
    assert {str(n) for n in acknowledged} <= {one.content.split()[5] for one in told}
    known = agent.conversation("s").info()
    assert known is not None
    assert known.folded == 0 or known.summary

    # The next update takes up what the last one may have left half-way.
    agent.update_with_pipeline(agent.conversation("s"))
    last = int(told[-1].content.split()[5])
    assert agent.get_profile_content() == f"The user lives in {town(last)}."
    assert agent.get_profile_content() == agent.history()[-1].profile
    homes = memory.facts("agent:a", "person home")
    assert len([one for one in homes if one.valid_to is None]) == 1
    assert memory.doctor().ok


def test_killed_while_updating_and_folding(tmp_path: Path) -> None:
    rounds = int(GIVEN.get("KGMEM_TEST_KILLS", "2"))
    seed = random.randrange(10**6)
    home = tmp_path / "memory"
    acknowledged: list[int] = []

    for number in range(rounds):
        acknowledged += map(int, killed(UPDATER, home, number * 60, seed + number))
        with Memory.open(home, embedder=WordEmbedder()) as memory:
            check(memory, acknowledged)
