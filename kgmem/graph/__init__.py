"""Typed operations on the graph, written once over CypherEngine."""
