"""A document in parts, with what its text says."""
