"""Statements, entities and documents in the graph."""
