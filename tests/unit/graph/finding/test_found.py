"""What the graph tells of things that are found, as values."""

from kgmem.graph.finding.found import Beside, Item


def test_what_a_map_lacks_or_holds_as_null_stands_at_its_default() -> None:
    item = Item.of_row("task", "t1", {"text": "Buy milk", "app": None, "wins": 2})

    assert item == Item("task", "t1", "Buy milk", wins=2)
    assert (item.key, item.app, item.losses) == (("task", "t1"), None, 0)


def test_a_part_of_a_document_is_told_in_order() -> None:
    told = ("c1", "Words.", None, "Shop", "guide.md", "d1", 3, 1_000)

    item = Item.of_chunk(told)

    assert item == Item(
        "chunk",
        "c1",
        "Words.",
        app="Shop",
        source="guide.md",
        at=1_000,
        document_id="d1",
        n=3,
    )


def test_messages_beside_one_are_told_with_who_says_them() -> None:
    row = {
        "text": "Where?",
        "role": "user",
        "n": 1,
        "around": [[2, "assistant", "At."]],
    }

    item = Item.of_row("message", "m1", row)

    assert item.around == [Beside(2, "assistant", "At.")]
