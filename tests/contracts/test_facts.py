"""The contracts of facts and entities on the engines that ship."""

from tests.contracts.entities import EntityContract
from tests.contracts.facts import FactContract
from tests.contracts.stores import OnArcade, OnArcadeAndEdge, OnNeo4j, OnNeo4jAndEdge


class TestArcadeEntities(OnArcade, EntityContract):
    pass


class TestNeo4jEntities(OnNeo4j, EntityContract):
    pass


class TestArcadeFacts(OnArcadeAndEdge, FactContract):
    pass


class TestNeo4jFacts(OnNeo4jAndEdge, FactContract):
    pass
