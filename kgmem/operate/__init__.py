"""What operators ask: is all well, how much is there; heal, delete, move it."""
