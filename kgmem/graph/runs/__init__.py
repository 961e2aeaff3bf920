"""Runs in the graph: written, read, kept at hand, warned of, forgotten."""
