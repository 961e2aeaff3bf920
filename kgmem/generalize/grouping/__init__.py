"""Which tasks are of one kind."""
