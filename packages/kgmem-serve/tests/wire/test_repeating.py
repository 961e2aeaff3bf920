"""What may be sent twice."""

from typing import Any

import pytest

from kgmem_serve.wire.repeating import REPEATED, VERBS, is_repeatable

RUN = {"task": "t", "steps": []}


@pytest.mark.parametrize(
    ("kind", "name", "given", "told"),
    [
        ("memory", "recall", {}, True),
        ("memory", "learn", {"trajectory": RUN}, False),
        ("memory", "learn", {"trajectory": {**RUN, "source_task_id": "a"}}, True),
        ("memory", "learn", {"trajectory": {**RUN, "plan_id": "a"}}, True),
        ("memory", "learn_many", {"trajectories": [RUN]}, False),
        ("memory", "writeback", {"unit": {"step_id": "1"}}, True),
        ("memory", "writeback", {"unit": {"task_text": "t"}}, False),
        ("memory", "forget", {"task_id": "1"}, False),
        ("memory", "approve", {"id": "1"}, False),
        ("agent", "facts", {}, True),
        ("agent", "add_event", {}, False),
        ("conversation", "add", {"message_id": "1"}, True),
        ("conversation", "add", {"content": "x"}, False),
        ("conversation", "add_many", {"messages": [{"message_id": "1"}]}, True),
        ("conversation", "add_many", {"messages": [{"message_id": "1"}, {}]}, False),
    ],
)
def test_what_may_be_sent_twice(
    kind: str, name: str, given: dict[str, Any], told: bool
) -> None:
    assert is_repeatable(kind, name, given) is told


def test_each_name_is_a_call_that_changes_something() -> None:
    unknown = {
        (kind, name)
        for kind, verbs in REPEATED.items()
        for name in verbs
        if VERBS[kind].get(name) in (None, "read")
    }

    assert unknown == set()
