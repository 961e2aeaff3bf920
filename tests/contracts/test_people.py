"""What is known of people, on the engines that ship."""

from tests.contracts.people import PeopleContract
from tests.contracts.stores import OnArcadeAndEdge, OnNeo4jAndEdge


class TestArcadeAndEdge(OnArcadeAndEdge, PeopleContract):
    pass


class TestNeo4jAndEdge(OnNeo4jAndEdge, PeopleContract):
    pass
