"""How well a memory serves: counted as it answers, and read from the graph."""
