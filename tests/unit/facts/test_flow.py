"""Facts in their own words, and what batches and hubs cost."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory
from kgmem.facts.flow import Facts
from kgmem.facts.names import KnownNames, KnownNamesAlone, PlainText
from kgmem.facts.say.statements import StatedIn
from kgmem.graph.facts import group as fact_group
from kgmem.model.fact import Extraction, Triple
from tests.engines import Stores

SPACE = "default"


@pytest.fixture
def memory(tmp_path: Path, stores: Stores) -> Iterator[Memory]:
    with stores.memory(tmp_path / "memory", extraction="off") as memory:
        yield memory


def reading(memory: Memory, found: Extraction) -> Facts:
    """The flow with a reader that finds just this."""

    class Reader(KnownNamesAlone):
        def read(self, text: PlainText, known: KnownNames) -> Extraction:
            return found

    assert memory._parts is not None
    return replace(memory._parts.facts, get_reader=lambda: Reader(""))


def triple(subject: str, predicate: str, object: str, **more: Any) -> Triple:
    return Triple(
        subject=subject,
        predicate=predicate,
        object=object,
        start=0,
        end=1,
        confidence=0.4,
        extractor="rules 1",
        **more,
    )


LIVES = Extraction(triples=(triple("Alice", "lives in", "Paris"),))


def add(flow: Facts, content: str) -> str:
    from kgmem.facts.flow import parsed

    return flow.add(SPACE, parsed({"content": content}))


def test_a_sentence_that_says_no_more_is_kept_as_its_triple(memory: Memory) -> None:
    key = add(reading(memory, LIVES), "Alice lives in Paris.")

    (fact,) = memory.facts("Paris")
    assert (fact.fact_id, fact.text) == (key, "Alice lives in Paris.")
    assert (fact.subject, fact.predicate, fact.object) == ("Alice", "lives in", "Paris")
    assert (fact.extractor, fact.confidence) == ("rules 1", 1.0)
    assert memory.add_triple("Alice", "lives in", "Paris") == key


@pytest.mark.parametrize(
    "content",
    [
        "Alice lives in Paris with her cat.",
        "Alice lives in Paris. She likes it.",
        "Alice lives in Paris。Alice",
    ],
)
def test_a_text_that_says_more_is_kept_in_its_words(
    memory: Memory, content: str
) -> None:
    add(reading(memory, LIVES), content)

    (fact,) = memory.facts()
    assert (fact.text, fact.subject) == (content, None)


def test_what_a_document_states_is_withdrawn_by_its_source_alone(
    memory: Memory,
) -> None:
    flow = reading(memory, LIVES)
    text = "Alice lives in Paris."
    ((key,),) = flow.state(SPACE, [StatedIn(text, "a.md", LIVES.triples * 2)])
    other = StatedIn("In Paris lives Alice.", "b.md", LIVES.triples)
    assert flow.state(SPACE, [StatedIn("R", "c.md", ()), other]) == [[], [key]]

    flow.withdraw(SPACE, [key], "a.md")
    (left,) = memory.facts("Alice")
    flow.withdraw(SPACE, [key], "b.md")

    assert (left.sources, left.confidence) == (("b.md",), 0.4)
    assert memory.facts("Alice") == []
    assert memory.facts("Alice", known_at=left.recorded_at)[0].fact_id == key


def test_a_log_is_bounded(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fact_group, "MAX_EVENTS", 5)
    for n in range(9):
        key = memory.add_triple("Alice", "likes", "tea", source=f"source {n}")

    (row,) = memory.cypher("MATCH (f:Fact) RETURN size(f.log) AS lines")
    assert row["lines"] == 5
    memory.retract_fact(key)
    retracted = memory.facts("Alice")
    memory.add_triple("Alice", "likes", "tea", source="source 9")
    assert (retracted, len(memory.facts("Alice"))) == ([], 1)
