"""A memory that tests fill."""
