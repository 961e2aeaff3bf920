"""What is seen at first glance: which of very many elements are worth weighing."""

from collections.abc import Iterator, Mapping

from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.trajectory import Element
from kgmem.replay.locate.known import known
from kgmem.replay.locate.odds import IDENTIFYING, PLACE, SUPPORTING, Odds
from kgmem.replay.locate.seen import LABELS, MAX_AROUND, MAX_TEXT

_ODDS: Mapping[str, Odds] = {
    "id": IDENTIFYING["id"],
    "resource-id": IDENTIFYING["id"],
    "href": IDENTIFYING["href"],
    "name": IDENTIFYING["field"],
    "type": SUPPORTING["type"],
    **dict.fromkeys(LABELS, IDENTIFYING["name"]),
}
"""Of attributes; of others that of `attributes`."""


class Glance:
    """A rough score of a candidate, in nats as `evidence.ODDS`: only what is equal as
    it stands."""

    def __init__(self, target: Element) -> None:
        told = known(target)
        self._kind = kind_of(target)
        self._names = frozenset((*_called(target), *told.of("name")))
        self._test_ids = frozenset((*told.of("test_id"), target.test_id)) - {None}
        self._ids = frozenset(told.of("id"))
        self._attributes = [
            (key, value, _ODDS.get(key, SUPPORTING["attributes"]).agrees)
            for key, value in target.attributes.items()
        ]
        self._path = target.path
        self._around = target.nearest()

    def __call__(self, candidate: Element, kind: str) -> float:
        attributes = candidate.attributes
        seen = sum(
            weight
            for key, value, weight in self._attributes
            if attributes.get(key) == value
        )
        if kind == self._kind:
            seen += SUPPORTING["kind"].agrees
        if candidate.test_id in self._test_ids:
            seen += IDENTIFYING["test_id"].agrees
        if self._ids and attributes.get("id") in self._ids:
            seen += IDENTIFYING["id"].agrees
        if not self._names.isdisjoint(_called(candidate)):
            seen += IDENTIFYING["name"].agrees
        if self._path and candidate.path == self._path:
            seen += PLACE["path"].agrees
        if self._stands_around(candidate):
            seen += SUPPORTING["container"].agrees
        return seen

    def _stands_around(self, candidate: Element) -> bool:
        around = self._around
        if not around:
            return False
        return any(around in text for text in candidate.container[:MAX_AROUND])


def _called(element: Element) -> Iterator[str]:
    for word in (element.name, element.text):
        if word:
            yield word[:MAX_TEXT].strip().casefold()
