"""What a recall reads of the graph, and what of it is kept in memory."""
