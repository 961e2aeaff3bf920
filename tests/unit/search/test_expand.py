"""What a document is about leads back to it only where something else leads there."""

from collections.abc import Sequence
from typing import cast

from kgmem.graph.finding.found import Item
from kgmem.graph.finding.store import EntityLead, Ids, Reached, SearchStore, Start
from kgmem.ports import Found, VectorHit
from kgmem.search.expand import expand
from kgmem.search.request import search_request
from kgmem.search.seed import Seeds

PARTS = {"part of paris": "paris", "part of rome": "rome", "part of oslo": "oslo"}


class Graph:
    """Three seeds, each of a document that is about a town."""

    def __init__(self, *more: EntityLead) -> None:
        about = [EntityLead("about", part, town, town) for part, town in PARTS.items()]
        self.namings = [*about, *more]
        self.start: Start | None = None

    def seeds(
        self, space: str, found: Ids, best: Ids, keys: Sequence[str]
    ) -> tuple[list[Item], list[EntityLead]]:
        items = [
            Item("chunk", part, "Words.", document_id=f"on {town}")
            for part, town in PARTS.items()
        ]
        return items, self.namings

    def reached(self, space: str, start: Start, kinds: Sequence[str]) -> list[Reached]:
        self.start = start
        return []


def names(text: str, *, small: bool = True) -> Sequence[tuple[str, int, int]]:
    return [("oslo", 0, 4)] if text == "Oslo?" else []


def own(*more: EntityLead) -> dict[str, str]:
    graph = Graph(*more)
    hits = tuple(VectorHit(part, 0.5) for part in PARTS)
    seeds = Seeds(found={"chunk": Found(dense=hits)})
    request = search_request("default", "Oslo?", kinds=["chunk"])

    expand(cast(SearchStore, graph), request, seeds, "Oslo?", names)

    assert graph.start is not None
    return dict(graph.start.own)


def test_each_leads_to_its_own_document_alone() -> None:
    assert own() == {"paris": "on paris", "rome": "on rome", "oslo": "on oslo"}


def test_what_another_document_names_or_the_query_leads_there() -> None:
    found = own(
        EntityLead("names", "part of paris", "rome", "rome"),
        EntityLead("asked", "oslo", "oslo", "oslo"),
    )

    assert found == {"paris": "on paris"}
