"""AsyncMemory is typed as Memory is: `kgmem/aio.pyi` is in step."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import kgmem
from kgmem.aio import TYPED
from kgmem.threaded import WRAPPERS

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / ".ci" / "typed_async.py"
USED = """
from typing import assert_type
from kgmem import AsyncMemory, Learned, Recollection

async def use() -> None:
    async with AsyncMemory.open("folder", space="ann") as memory:
        assert_type(memory, AsyncMemory)
        assert_type(await memory.learn({"task": "a"}), Learned)
        assert_type(await memory.recall("a", app="b"), Recollection)
        assert_type(memory.space, str)
        other = await memory.in_space("other")
        assert_type(await other.forget(task_id="x"), int)
        async with memory.record("a") as run:
            await run.step("click")
            assert_type(await run.succeed(), Learned)
        agent = await memory.agent("a")
        assert_type(await agent.profile.get_content(), str)
        assert_type(await agent.version, int)
        assert_type(agent.memory_id, str)
        assert_type(await (await agent.conversation("s")).summary, str)
        assert_type(await agent.events.get_content(), list[str])
        for one in await memory.agents():
            assert_type(await one.get_profile_content(), str)
"""
WRONG = """
from kgmem import AsyncMemory

async def use(memory: AsyncMemory) -> None:
    await memory.recall(app="b")
    await memory.recall("a", ap="b")
    await memory.no_such()
    memory.learn({}).status
"""


def test_the_stub_is_in_step() -> None:
    """Where it is not: `uv run python .ci/typed_async.py`."""
    written = (ROOT / "kgmem" / "aio.pyi").read_text(encoding="utf-8")

    assert runpy.run_path(str(SCRIPT))["stub"]() == written


def test_every_class_that_is_wrapped_is_typed() -> None:
    assert set(WRAPPERS) == set(TYPED.values())
    assert kgmem.Memory in WRAPPERS


def checked(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "used.py"
    file.write_text(code, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", file],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_calls_are_checked(tmp_path: Path) -> None:
    good, bad = checked(USED, tmp_path), checked(WRONG, tmp_path)

    assert good.returncode == 0, good.stdout
    told = [line for line in bad.stdout.splitlines() if ": error: " in line]
    assert [line.split(":")[1] for line in told] == ["5", "6", "7", "8"]
