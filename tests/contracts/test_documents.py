"""Documents, on the engines that ship."""

from tests.contracts.documents import DocumentsContract
from tests.contracts.stores import OnArcadeAndEdge, OnNeo4jAndEdge


class TestArcadeAndEdge(OnArcadeAndEdge, DocumentsContract):
    pass


class TestNeo4jAndEdge(OnNeo4jAndEdge, DocumentsContract):
    pass
