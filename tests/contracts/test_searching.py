"""The contract of search on the engines that ship."""

from tests.contracts.searching import SearchContract
from tests.contracts.stores import OnArcade, OnNeo4j


class TestArcade(OnArcade, SearchContract):
    pass


class TestNeo4j(OnNeo4j, SearchContract):
    pass
