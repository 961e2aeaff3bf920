"""What steps say of themselves on each graph."""

from tests.contracts.declared_steps import DeclaredStepsContract
from tests.contracts.stores import OnArcadeAndEdge, OnNeo4jAndEdge


class TestArcade(OnArcadeAndEdge, DeclaredStepsContract):
    pass


class TestNeo4j(OnNeo4jAndEdge, DeclaredStepsContract):
    pass
