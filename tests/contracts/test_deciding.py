"""What people decide, on every engine that can be had here."""

from tests.contracts.deciding import DecidingContract
from tests.contracts.stores import OnArcadeAndEdge, OnNeo4jAndEdge


class TestOnArcade(OnArcadeAndEdge, DecidingContract):
    pass


class TestOnNeo4j(OnNeo4jAndEdge, DecidingContract):
    pass
