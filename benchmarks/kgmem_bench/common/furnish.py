"""What a lived-in memory holds beside its runs: patterns, facts and warnings."""

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from itertools import product
from typing import Any

from kgmem import Memory
from kgmem_bench.common.synthetic_words import CHINESE, ENGLISH, Words

PLACES_OF_AN_APP = 3
"""Facts of an app that name a place; as many again name a thing of its tasks."""
_PREDICATES = {
    ENGLISH: ("delivers to", "is rated by", "has on offer"),
    CHINESE: ("送货到", "评分方式", "在售"),
}


ENOUGH = 500
"""Made runs among which some of each sort fail and form patterns."""


@dataclass(frozen=True, slots=True)
class Furnished:
    """What the memory holds beside runs."""

    patterns: int
    facts: int
    warned_elements: int


def furnish(memory: Memory) -> Furnished:
    """Generalize all runs and add the facts; failed runs' warnings are there already.

    Raises AssertionError where a sort of them is lacking among ENOUGH runs: what a
    recall takes beside them would not be measured.
    """
    memory.generalize()
    report = memory.add_facts(facts())
    assert not report.failed, report.errors
    held = Furnished(
        len(memory.patterns()),
        report.stored,
        memory.cypher(_WARNED)[0]["n"],
    )
    assert all(astuple(held)) or memory.stats()["experiences"] < ENOUGH, held
    return held


_WARNED = (
    "MATCH ()-[:AVOID]->(el:UIElement) WHERE el.space = $space "
    "RETURN count(DISTINCT el) AS n"
)


def facts() -> Iterator[Mapping[str, Any]]:
    """A few facts about each app and the things that its tasks are about."""
    for words in (ENGLISH, CHINESE):
        for n, app in enumerate(words.apps):
            for predicate, value in _about(words, n):
                yield {
                    "subject": app,
                    "predicate": predicate,
                    "object": value,
                    "app": app,
                    "source": "synthetic",
                }


def _about(words: Words, n: int) -> Iterator[tuple[str, str]]:
    delivers, rated, offers = _PREDICATES[words]
    for k in range(PLACES_OF_AN_APP):
        yield delivers, words.places[(n + k) % len(words.places)]
    yield rated, words.options[n % len(words.options)]
    things = [words.thing(a, b) for a, b in product(words.adjectives, words.nouns)]
    for k in range(PLACES_OF_AN_APP):
        yield offers, things[(n * PLACES_OF_AN_APP + k) * 7 % len(things)]
