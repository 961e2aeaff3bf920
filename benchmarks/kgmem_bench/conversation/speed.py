"""How fast messages are kept, and contexts made, as a memory grows."""

import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kgmem_bench.common.child import in_child
from kgmem_bench.common.metrics import percentile
from kgmem_bench.common.report import Say, disk_use
from kgmem_bench.common.stand import Stand, settings_for_bench, stand
from kgmem_bench.common.synthetic_embedder import SyntheticEmbedder
from kgmem_bench.conversation.dialogs import APART, START, dialogs

AGENTS = 10
"""People whose messages share the memory, and grow with it."""
TALK = 100
"""Messages of a conversation."""
SINGLY = 100
"""Messages that are kept one by one."""
WARM_UP = 5
BUDGET = 1_500


@dataclass(frozen=True, slots=True)
class Speed:
    """Times of one kind, in milliseconds."""

    p50: float
    p95: float

    @classmethod
    def of(cls, times: Sequence[float]) -> "Speed":
        """Of what was measured."""
        return cls(percentile(times, 0.5), percentile(times, 0.95))


@dataclass(frozen=True, slots=True)
class SizeSpeed:
    """A memory of so many messages."""

    messages: int
    rate: float
    """Messages a second that were kept, a conversation at once, less embedding."""
    single: Speed
    """Keeping one message, less embedding."""
    context: Speed
    """A context, less embedding."""
    search: Speed
    """`search_conversations`, less embedding."""
    bytes: int


def measure(sizes: Sequence[int], rounds: int, seed: int, tell: Say) -> list[SizeSpeed]:
    """Each size in a memory and a process of its own."""
    found = []
    for size in sizes:
        tell(f"{size:,} messages are kept, then {rounds} contexts made")
        found.append(in_child(partial(_measured, size, rounds, seed)))
    return found


def _measured(size: int, rounds: int, seed: int) -> SizeSpeed:
    with (
        tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder,
        stand(settings_for_bench(Path(folder)), SyntheticEmbedder()) as at,
    ):
        rate = _filled(at, size, seed)
        at.memory.flush()
        single = [_timed(at, lambda n=n: _say(at, n)) for n in range(SINGLY)]
        contexts, searches = [], []
        for n, text in enumerate(_questions(seed, WARM_UP + rounds)):
            agent = at.memory.agent(f"agent {n % AGENTS}")
            took = _timed(
                at, lambda a=agent, t=text: a.context(t, budget_tokens=BUDGET)
            )
            searched = _timed(at, lambda a=agent, t=text: a.search_conversations(t))
            if n >= WARM_UP:
                contexts.append(took)
                searches.append(searched)
        return SizeSpeed(
            size,
            rate,
            Speed.of(single),
            Speed.of(contexts),
            Speed.of(searches),
            disk_use(Path(folder)),
        )


def _filled(at: Stand, size: int, seed: int) -> float:
    """Keep the messages; how many a second, once both languages have been read."""
    for dialog in dialogs(seed, 1):
        first = at.memory.agent("warm up").conversation(dialog.key)
        first.add_many(one.draft() for one in dialog.messages[:10])
    apart, start = at.embedder.seconds, time.perf_counter()
    for agent in range(AGENTS):
        memory = at.memory.agent(f"agent {agent}")
        memory.update_profile(
            "The user lives in Ghent. The user prefers an aisle seat."
        )
        said = list(_messages(seed, agent, size // AGENTS))
        for begin in range(0, len(said), TALK):
            talk = memory.conversation(f"talk {begin // TALK}")
            talk.add_many(said[begin : begin + TALK])
    took = time.perf_counter() - start - (at.embedder.seconds - apart)
    return size / took


def _messages(seed: int, agent: int, count: int) -> Iterator[dict[str, Any]]:
    """Those of made dialogs, one after the other, as long as they are needed."""
    n = 0
    while True:
        for dialog in dialogs(seed + 1_000 * agent + n, 1):
            for one in dialog.messages:
                if n >= count:
                    return
                at = START + n * APART / 60
                yield {**one.draft(), "at": at, "message_id": None}
                n += 1


def _questions(seed: int, count: int) -> Iterator[str]:
    draw = random.Random(f"{seed}/questions")
    asked = [one.text for d in dialogs(seed, 20) for one in d.questions]
    yield from (draw.choice(asked) for _ in range(count))


def _say(at: Stand, n: int) -> None:
    talk = at.memory.agent("agent 0").conversation("singly")
    talk.add("user", f"Parcel {n} went to Ghent with the second van.")


def _timed(at: Stand, work: Any) -> float:
    """Milliseconds, less embedding."""
    apart, start = at.embedder.seconds, time.perf_counter()
    work()
    return (time.perf_counter() - start - (at.embedder.seconds - apart)) * 1e3
