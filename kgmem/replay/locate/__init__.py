"""Which element of a page a step means."""
