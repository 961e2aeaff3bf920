"""Facts by what leads to them, put together by what they are about."""

from kgmem.graph.finding.found import OF_ENTITY
from kgmem.graph.recalled.fact_groups import groups_of, is_whole, leads_of
from kgmem.ports import Row


def fact(fact_id: str, *ways: str, **more: object) -> Row:
    names = ("predicate", "predicate_key", "object_value", "object_key", "valid_from")
    more_names = ("valid_to", "closed_at", "retracted_at", "confidence", "app", "log")
    blank = dict.fromkeys((*names, *more_names, "keywords", "object"))
    told = [[*way.split(" ", 1), None] for way in ways]
    known = {"fact_id": fact_id, "text": "It is.", "recorded_at": 5, "ways": told}
    return {**blank, **known, **more}


def group(*facts: Row, beside: int = 1, predicate: str | None = "opens") -> Row:
    more = [fact(f"b{n}", predicate_key=predicate) for n in range(beside)]
    return {
        "id": "e1",
        "key": predicate,
        "head": {"subject": "Shop", "single": True},
        "body": {"facts": list(facts), "beside": more},
    }


def test_statements_of_a_group_are_those_found_and_those_beside_them() -> None:
    rows = [
        group(fact("f1", "seed f1", "asked shop", valid_to=9, predicate_key="opens"))
    ]

    leads = leads_of(rows, ["seed f1", "asked shop", "asked hat"])
    (one,) = groups_of(leads.items())

    (found,) = one.found
    assert leads["asked hat"] == ()
    assert (found.fact_id, found.item.valid_to, found.recorded_at) == ("f1", 9, 5)
    assert found.ways == [("seed", "f1", None), ("asked", "shop", None)]
    assert [(row.fact_id, row.subject) for row in one.statements] == [
        ("f1", "Shop"),
        ("b0", "Shop"),
    ]
    assert one.statements[1].pair == ("e1", "opens")
    assert not one.is_cut


def test_what_was_found_for_one_lead_stands_beside_what_another_leads_to() -> None:
    rows = [group(fact("f1", "seed f1"), fact("f2", "asked shop"))]

    leads = leads_of(rows, ["seed f1", "asked shop"])
    (one,) = groups_of([("asked shop", leads["asked shop"])])

    assert [row.fact_id for row in one.found] == ["f2"]
    assert [row.fact_id for row in one.statements] == ["f2", "f1", "b0"]


def test_of_facts_without_a_predicate_only_those_are_told_that_were_found() -> None:
    rows = [
        group(fact("f1", "seed f1"), fact("f2", "seed f2"), beside=0, predicate=None)
    ]

    leads = leads_of(rows, ["seed f1", "seed f2"])
    (one,) = groups_of([("seed f2", leads["seed f2"])])

    assert [row.fact_id for row in one.statements] == ["f2"]


def test_a_lead_to_more_than_is_read_is_not_whole() -> None:
    rows = [group(fact("f1", "seed f1"), beside=OF_ENTITY)]

    leads = leads_of(rows, ["seed f1"])

    assert not is_whole(leads["seed f1"])
    assert groups_of(leads.items())[0].is_cut
