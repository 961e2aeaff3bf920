"""AsyncMemory: the names of Memory, awaited."""

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from kgmem import AsyncMemory, Memory, MemoryClosed
from kgmem.threaded import Threaded, reads
from tests.doubles import WordEmbedder

RUN = {
    "task": "Rename the file",
    "app": "files",
    "outcome": "success",
    "source_task_id": "one",
    "steps": [{"action": "click", "target": {"role": "button", "name": "Rename"}}],
}
PUBLIC = sorted(name for name in dir(Memory) if not name.startswith("_"))


def run(work: Callable[[Any], Awaitable[Any]], path: Path) -> Any:
    """What `work` gives for an open memory in a folder of `path`."""

    async def main() -> Any:
        opened = AsyncMemory.open(path / "memory", embedder=WordEmbedder())
        async with opened as memory:
            return await work(memory)

    return asyncio.run(main())


def test_every_public_name_of_memory_is_there_with_its_signature(
    tmp_path: Path,
) -> None:
    methods = [
        name
        for name in PUBLIC
        if inspect.isfunction(inspect.getattr_static(Memory, name)) and name != "close"
    ]

    async def look(memory: Any) -> tuple[list[str], list[str]]:
        lacking = [name for name in PUBLIC if not hasattr(memory, name)]
        signature = inspect.signature
        others = [
            name
            for name in methods
            if signature(getattr(memory, name))
            != signature(getattr(memory._inner, name))
        ]
        return lacking, others

    assert run(look, tmp_path) == ([], [])
    assert len(methods) > 20


def test_learn_and_recall(tmp_path: Path) -> None:
    async def work(memory: Any) -> Any:
        learned = await memory.learn(RUN)
        found = await memory.recall(RUN["task"], app="files")
        return learned, found

    learned, found = run(work, tmp_path)

    assert learned.status == "stored"
    assert found.plan.origin.id == learned.experience_id


def test_work_leaves_the_loops_thread(tmp_path: Path) -> None:
    class Watching(WordEmbedder):
        def embed(self, texts: Any) -> Any:
            threads.add(threading.current_thread())
            return super().embed(texts)

    threads: set[threading.Thread] = set()

    async def main() -> None:
        async with AsyncMemory.open(tmp_path / "m", embedder=Watching()) as memory:
            await memory.learn(RUN)

    asyncio.run(main())

    assert threads
    assert threading.main_thread() not in threads


def test_several_calls_at_once(tmp_path: Path) -> None:
    async def work(memory: Any) -> Any:
        runs = [
            {**RUN, "task": f"Task {n}", "source_task_id": str(n)} for n in range(8)
        ]
        await asyncio.gather(*(memory.learn(one) for one in runs))
        await memory.flush()
        return await memory.stats(), await memory.doctor()

    stats, diagnosis = run(work, tmp_path)

    assert stats["experiences"] == 8
    assert diagnosis.ok


def test_recording(tmp_path: Path) -> None:
    async def work(memory: Any) -> Any:
        async with memory.record("Close ticket 7", app="trac") as recording:
            await recording.step("click", target={"role": "button", "name": "Close"})
            await recording.succeed()
        return recording.learned, await memory.recall("Close ticket 7", app="trac")

    learned, found = run(work, tmp_path)

    assert learned.status == "stored"
    assert found.route == "direct_replay"


def test_another_space_is_async_too(tmp_path: Path) -> None:
    async def work(memory: Any) -> Any:
        other = await memory.in_space("other")
        await memory.learn(RUN)
        return other, (await other.stats())["experiences"]

    other, experiences = run(work, tmp_path)

    assert isinstance(other, AsyncMemory)
    assert (other.space, experiences) == ("other", 0)


def test_memory_is_closed_at_the_end(tmp_path: Path) -> None:
    kept: list[Any] = []

    async def work(memory: Any) -> None:
        kept.append(memory)

    run(work, tmp_path)

    with pytest.raises(MemoryClosed):
        asyncio.run(_awaited(kept[0].recall("anything")))


def test_call_that_nobody_awaits_says_so(tmp_path: Path) -> None:
    async def work(memory: Any) -> int:
        with pytest.warns(RuntimeWarning, match="Memory.learn was never awaited"):
            memory.learn(RUN)
        return int((await memory.stats())["experiences"])

    assert run(work, tmp_path) == 0


def test_what_an_agent_knows_is_asked_in_threads_too(tmp_path: Path) -> None:
    async def work(memory: Any) -> tuple[Any, ...]:
        agent = await memory.agent("a")
        conversation = await agent.conversation("s")
        await conversation.add("user", "My name is Ann and I live in Berlin.")
        result = await agent.update_with_pipeline(conversation)
        await agent.profile.update_content("The user likes tea.")
        await agent.events.add_event("The user ordered tea.")
        [same] = await memory.agents()
        return (
            result.ok,
            await same.profile.get_content(),
            await same.events.get_content(),
        )

    assert run(work, tmp_path) == (
        True,
        "The user's name is Ann. The user lives in Berlin. The user likes tea.",
        ["The user ordered tea."],
    )


def test_property_that_reads_a_store_is_awaited_in_a_thread(tmp_path: Path) -> None:
    async def work(memory: Any) -> tuple[Any, ...]:
        agent = await memory.agent("a")
        conversation = await agent.conversation("s")
        before = await agent.version
        await agent.profile.update_content("The user likes tea.")
        for n in range(20):
            await conversation.add("user", f"Parcel {n} went to Bremen.")
        return before, await agent.version, await conversation.summary, agent.memory_id

    before, after, summary, memory_id = run(work, tmp_path)

    assert (before, after) == (0, 1)
    assert "Bremen" in summary
    assert isinstance(memory_id, str)


def test_property_that_reads_a_store_does_so_only_when_awaited() -> None:
    asked = []

    class Slow:
        @property
        @reads
        def size(self) -> int:
            asked.append(threading.current_thread())
            return 3

    waiting = Threaded(Slow()).size
    before = list(asked)
    found = asyncio.run(_awaited(waiting))

    assert (before, found) == ([], 3)
    assert asked != [threading.main_thread()]


async def _awaited(waiting: Any) -> Any:
    return await waiting
