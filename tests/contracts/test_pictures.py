"""The contract of pictures on the stores that ship."""

from tests.contracts.memory_pictures import PictureContract
from tests.contracts.stores import OnArcadeAndEdge, OnNeo4jAndEdge


class TestArcadeAndEdge(OnArcadeAndEdge, PictureContract):
    pass


class TestNeo4jAndEdge(OnNeo4jAndEdge, PictureContract):
    pass
