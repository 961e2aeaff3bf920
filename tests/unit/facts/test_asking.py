"""Facts that a recall reads with its runs: the same as if they were asked for alone."""

from datetime import UTC, datetime

import pytest

from kgmem import Memory
from kgmem.graph.finding.found import OF_ENTITY
from kgmem.wiring import Parts


def year(n: int) -> datetime:
    return datetime(n, 1, 1, tzinfo=UTC)


def parts_of(memory: Memory) -> Parts:
    assert memory._parts is not None
    return memory._parts


@pytest.mark.parametrize("as_of", [None, year(2019), year(2022)])
def test_what_is_said_beside_them_ends_and_contradicts_them(
    memory: Memory, as_of: datetime | None
) -> None:
    memory.declare_predicate("is led by", single_valued=True)
    memory.add_triple("Ledger", "is led by", "Ann Lee", valid_from=year(2018))
    memory.add_triple("Ledger", "is led by", "Bo Chen", valid_from=year(2021))
    memory.add_triple("Ledger", "is led by", "Cy Roe", valid_from=year(2021))
    memory.add_triple("Harbour", "is owned by", "Ledger")
    memory.add_fact("Two people sign above 5000.", app="Ledger")
    parts = parts_of(memory)

    found = memory.recall("Pay the rent of Ann Lee", app="Ledger", as_of=as_of).facts

    alone = parts.asking.by_id(
        memory.space, [fact.fact_id for fact in found], as_of=as_of or datetime.now(UTC)
    )
    assert len(found) >= 3
    known = {fact.fact_id: fact for fact in alone}
    for fact in found:
        whole = known[fact.fact_id]
        shown = fact.model_copy(
            update={"why": fact.why[len(fact.why) - len(whole.why) :]}
        )
        assert shown == whole


def test_a_long_history_beside_a_fact_is_read_to_its_end(memory: Memory) -> None:
    memory.declare_predicate("has the price", single_valued=True)
    memory.add_facts(
        {
            "subject": "Bolt 7",
            "predicate": "has the price",
            "object": f"{n} euro",
            "valid_from": year(1800 + n),
        }
        for n in range(2 * OF_ENTITY)
    )

    found = memory.recall("Order a Bolt 7").facts

    assert [fact.object for fact in found] == [f"{2 * OF_ENTITY - 1} euro"]
