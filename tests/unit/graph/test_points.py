"""What the index keeps of a node."""

from kgmem.graph.points import TASK, IndexedNode, stamped
from kgmem.ports import Row

TOLD: Row = {
    "point_id": "t1",
    "space": "s",
    "version": 2,
    "text": "Buy milk",
    "app": None,
    "intent": "buy",
}


def test_what_is_null_or_not_told_stands_at_its_default() -> None:
    node = IndexedNode.of_row(TASK.name, TOLD)

    assert node == IndexedNode("task", "t1", "s", 2, "Buy milk", intent="buy")
    assert (node.app, node.keywords, node.stamp) == (None, (), None)


def test_what_was_written_just_now_has_the_stamp_of_its_outbox_row() -> None:
    (row,) = stamped(TASK, [TOLD])

    node = IndexedNode.of_row(TASK.name, row)

    assert node.outbox_id == "task:t1"
    assert node.stamp == row["stamp"]
