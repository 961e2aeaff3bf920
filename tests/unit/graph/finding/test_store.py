"""Which queries a search puts together: those that have anything to look up."""

from collections.abc import Sequence
from typing import Any, cast

from kgmem.graph.finding.store import SearchStore
from kgmem.graph.recalled.kept import KeptReads
from kgmem.graph.store import GraphStore


class Queries:
    """A graph without anything in it, and what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.kept = KeptReads.nothing()

    def read_any(self, names: Sequence[str], **params: Any) -> list[dict[str, Any]]:
        self.asked += names
        return []

    def read(self, name: str, **params: Any) -> list[dict[str, Any]]:
        return self.read_any([name])


def asked(
    found: dict[str, list[str]], keys: Sequence[str], *, follow: bool
) -> set[str]:
    queries = Queries()
    store = SearchStore(cast(GraphStore, queries))
    store.seeds("default", found, found if follow else {}, keys)
    return set(queries.asked)


def test_parts_of_documents_alone_are_looked_up_where_nothing_is_followed() -> None:
    assert asked({"chunk": ["a"]}, [], follow=False) == {"seed_chunks"}


def test_no_facts_or_tasks_are_followed_where_none_were_found() -> None:
    assert asked({"chunk": ["a"], "fact": []}, ["paris"], follow=True) == {
        "seed_chunks",
        "seed_keys",
        "seed_aliases",
        "seed_subjects_of_chunks",
        "seed_names_in_chunks",
    }


def test_all_kinds_that_were_found_are_followed() -> None:
    found = {"chunk": ["a"], "fact": ["b"], "task": ["c"]}

    assert len(asked(found, ["paris"], follow=True)) == 10
