"""The lease of the batch job on each graph."""

from tests.contracts.leases import LeaseContract
from tests.contracts.stores import OnArcadeAndEdge, OnNeo4jAndEdge


class TestArcade(OnArcadeAndEdge, LeaseContract):
    pass


class TestNeo4j(OnNeo4jAndEdge, LeaseContract):
    pass
