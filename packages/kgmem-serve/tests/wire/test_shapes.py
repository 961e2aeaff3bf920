"""Every call in the tables has a shape, and each method of the SDK is thought of."""

import pytest

from kgmem import Memory
from kgmem.memory.agents import AgentMemory
from kgmem.memory.conversations import Conversation
from kgmem_serve.wire.shapes import shape_of
from kgmem_serve.wire.verbs import AGENT, CONVERSATION, MEMORY

CALLS = [
    (kind, name)
    for kind, verbs in (
        (Memory, MEMORY),
        (AgentMemory, AGENT),
        (Conversation, CONVERSATION),
    )
    for name in verbs
]


@pytest.mark.parametrize(("kind", "name"), CALLS, ids=lambda one: str(one))
def test_what_is_sent_can_be_told_as_json_schema(kind: type, name: str) -> None:
    shape = shape_of(getattr(kind, name))

    told = shape.arguments.model_json_schema(), shape.answer.json_schema()

    assert all(isinstance(one, dict) for one in told)
