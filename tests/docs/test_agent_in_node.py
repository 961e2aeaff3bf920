"""The agent in JavaScript of the documentation works with a served memory."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from kgmem import Memory
from kgmem_serve.http.app import create_app
from tests.doubles import WordEmbedder
from tests.served import serving

AGENT = Path(__file__).parents[2] / "docs/examples/agent.mjs"
OLDEST = 18
"""The first node that has fetch."""


def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed")
    told = subprocess.run([found, "--version"], capture_output=True, text=True)
    if int(told.stdout.lstrip("v").partition(".")[0]) < OLDEST:
        pytest.skip(f"node {told.stdout.strip()} has no fetch; {OLDEST} has")
    return found


def test_it_learns_a_task_and_follows_it_the_next_time(new_home: Path) -> None:
    program = node()
    with (
        Memory.open(new_home, embedder=WordEmbedder()) as memory,
        serving(create_app(memory)) as url,
    ):
        first, second = (
            subprocess.run(
                [program, str(AGENT), "search for tea"],
                env={**os.environ, "KGMEM_SERVER_URL": url},
                capture_output=True,
                text=True,
                timeout=60,
            )
            for _ in range(2)
        )
        here = memory.recall("search for tea")

    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert "1 runs are known" in first.stdout
    assert second.stdout.splitlines()[0] == f"{here.route} [ 'click' ]"
