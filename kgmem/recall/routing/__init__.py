"""The route of a task: replay, adapt, guide or explore, and what speaks against it."""
