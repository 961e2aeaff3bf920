"""Conversations, on the engines that ship."""

from tests.contracts.conversations import ConversationsContract
from tests.contracts.stores import OnArcadeAndEdge, OnNeo4jAndEdge


class TestArcadeAndEdge(OnArcadeAndEdge, ConversationsContract):
    pass


class TestNeo4jAndEdge(OnNeo4jAndEdge, ConversationsContract):
    pass
