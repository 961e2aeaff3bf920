"""Wordings and values: the same each time, disjoint, in both languages."""

import string
from itertools import combinations

import pytest
from kgmem_bench.agents.trac.free_values import FREE
from kgmem_bench.agents.trac.kinds import KINDS, Kind
from kgmem_bench.agents.values import LANGUAGES, SETS, Language

ALL = [pytest.param(kind, id=name) for name, kind in KINDS.items()]


def names_in(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_wording_tells_all_values(kind: Kind, language: Language) -> None:
    told = [names_in(one) for one in kind.wordings[language]]

    names = set(kind.sets[language][0])
    assert all(one == names for one in told)
    assert names_in(kind.too_much[language]) == names


@pytest.mark.parametrize("kind", ALL)
def test_no_text_is_asked_twice(kind: Kind) -> None:
    texts = [
        kind.task(language, wording, values)
        for language in LANGUAGES
        for wording in range(len(kind.wordings[language]))
        for values in kind.sets[language]
    ]

    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("language", LANGUAGES)
def test_new_values_were_never_learned_from(kind: Kind, language: Language) -> None:
    free = FREE[kind.name][language]
    sets = [{(name, values[name]) for name in free} for values in kind.sets[language]]

    assert len(sets) == SETS
    assert all(a.isdisjoint(b) for a, b in combinations(sets, 2))


@pytest.mark.parametrize("kind", ALL)
def test_the_way_needs_each_value_and_no_other(kind: Kind) -> None:
    parts = [
        part for move in kind.way.path for part in (move.name, move.near, move.value)
    ]

    used = set().union(*(names_in(part) for part in parts if part))
    assert used == set(kind.sets["en"][0])
