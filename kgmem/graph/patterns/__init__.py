"""Patterns in the graph: as rows, written, read, left."""
