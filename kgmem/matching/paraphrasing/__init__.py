"""A task in other words than a pattern's, and what it asks for beside."""
