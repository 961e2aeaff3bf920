"""Harm along a long stream of tasks, with a memory and without."""
