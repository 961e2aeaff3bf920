"""Dragging on each graph."""

from tests.contracts.dragging import DraggingContract
from tests.contracts.stores import OnArcadeAndEdge, OnNeo4jAndEdge


class TestArcade(OnArcadeAndEdge, DraggingContract):
    pass


class TestNeo4j(OnNeo4jAndEdge, DraggingContract):
    pass
