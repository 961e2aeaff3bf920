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


def test_a_lead_to_more_than_is_read_is_not_whole() -> None:
    rows = [group(fact("f1", "seed f1"), beside=OF_ENTITY)]

    leads = leads_of(rows, ["seed f1"])

    assert not is_whole(leads["seed f1"])
    assert groups_of(leads.items())[0].is_cut
