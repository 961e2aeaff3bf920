"""The contract of avoidances on the engines that ship."""

from tests.contracts.avoidance import AvoidanceContract
from tests.contracts.stores import OnArcade, OnNeo4j


class TestArcade(OnArcade, AvoidanceContract):
    pass


class TestNeo4j(OnNeo4j, AvoidanceContract):
    pass
