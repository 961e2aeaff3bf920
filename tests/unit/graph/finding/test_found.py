"""What the graph tells of things that are found, as values."""

from kgmem.graph.finding.found import Beside, FactGroupFound, Item


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


def _fact(fact_id: str, **more: object) -> dict[str, object]:
    names = ("predicate", "predicate_key", "object_value", "object_key", "valid_from")
    more_names = ("valid_to", "closed_at", "retracted_at", "confidence", "app", "log")
    blank = dict.fromkeys((*names, *more_names, "keywords", "object"))
    return {**blank, "fact_id": fact_id, "text": "It is.", "recorded_at": 5, **more}


def test_statements_of_a_group_are_those_found_and_those_beside_them() -> None:
    row = {
        "id": "e1",
        "head": {"subject": "Shop", "single": True},
        "body": {
            "facts": [_fact("f1", ways=[["seed", "f1", None]], valid_to=9)],
            "beside": [_fact("f2", predicate_key="opens")],
        },
    }

    group = FactGroupFound.of_row(row)

    (found,) = group.found
    assert (found.fact_id, found.item.valid_to, found.recorded_at) == ("f1", 9, 5)
    assert found.ways == [("seed", "f1", None)]
    assert [(one.fact_id, one.subject) for one in group.statements] == [
        ("f1", "Shop"),
        ("f2", "Shop"),
    ]
    assert group.statements[1].pair == ("e1", "opens")
    assert not group.is_cut
