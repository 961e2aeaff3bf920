"""What search finds in the graph."""
