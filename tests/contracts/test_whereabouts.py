"""Frames and tabs on each graph."""

from tests.contracts.stores import OnArcadeAndEdge, OnNeo4jAndEdge
from tests.contracts.whereabouts import WhereaboutsContract


class TestArcade(OnArcadeAndEdge, WhereaboutsContract):
    pass


class TestNeo4j(OnNeo4jAndEdge, WhereaboutsContract):
    pass
