"""AsyncMemory: the same names for asyncio, each call in a worker thread.

What editors and type checkers see stands in `aio.pyi`, which a build writes from the
methods of the classes that are wrapped: see `.ci/typed_async.py`.
"""

import functools
from collections.abc import Mapping
from typing import Any

from kgmem.learn.recording.live import Recording
from kgmem.memory import Memory
from kgmem.memory.agents import AgentMemory
from kgmem.memory.conversations import Conversation
from kgmem.memory.person import EventMemory, ProfileMemory
from kgmem.threaded import WRAPPERS, Call, Threaded


class AsyncMemory(Threaded):
    """Memory for asyncio: `async with AsyncMemory.open(path) as memory: …`."""

    @classmethod
    def open(cls, *args: Any, **kwargs: Any) -> Call[Any]:
        """As `Memory.open`."""
        return Call(functools.partial(Memory.open, *args, **kwargs))

    @classmethod
    def connect(cls, *args: Any, **kwargs: Any) -> Call[Any]:
        """As `Memory.connect`."""
        return Call(functools.partial(Memory.connect, *args, **kwargs))

    # These drive a page: on the loop that it is driven on, and in no thread.
    do = Memory.do
    run = Memory.run


class AsyncRecording(Threaded):
    """A run to be told step by step: `async with memory.record(task) as run: …`."""


class AsyncAgentMemory(Threaded):
    """What an agent knows: `agent = await memory.agent("support")`."""


class AsyncConversation(Threaded):
    """What was said: `conversation = await agent.conversation("monday")`."""


class AsyncProfileMemory(Threaded):
    """What is known of a person: `await agent.profile.get_content()`."""


class AsyncEventMemory(Threaded):
    """What happened: `await agent.events.get_content()`."""


TYPED: Mapping[str, type] = {
    "AsyncMemory": Memory,
    "AsyncRecording": Recording,
    "AsyncAgentMemory": AgentMemory,
    "AsyncConversation": Conversation,
    "AsyncProfileMemory": ProfileMemory,
    "AsyncEventMemory": EventMemory,
}
"""What each class wraps."""
WRAPPERS |= {kind: globals()[name] for name, kind in TYPED.items()}
