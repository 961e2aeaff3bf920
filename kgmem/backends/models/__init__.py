"""Embedders that run in this process, and the memory before them."""
