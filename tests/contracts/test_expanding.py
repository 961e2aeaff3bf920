"""Neighbours of tasks on each graph."""

from tests.contracts.expanding import ExpandingContract
from tests.contracts.stores import OnArcadeAndEdge, OnNeo4jAndEdge


class TestArcade(OnArcadeAndEdge, ExpandingContract):
    pass


class TestNeo4j(OnNeo4jAndEdge, ExpandingContract):
    pass
