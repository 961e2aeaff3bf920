"""People in the graph: what was said, and what is known of who said it."""
