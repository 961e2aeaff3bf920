"""Healing on each graph."""

from tests.contracts.healing import HealingContract
from tests.contracts.stores import OnArcadeAndEdge, OnNeo4jAndEdge


class TestArcade(OnArcadeAndEdge, HealingContract):
    pass


class TestNeo4j(OnNeo4jAndEdge, HealingContract):
    pass
