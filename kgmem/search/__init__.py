"""Searching all that is kept: words, meaning, and what the graph connects."""
