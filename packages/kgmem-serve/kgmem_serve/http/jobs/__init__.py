"""Work that takes longer than a caller waits: begun by one call, watched by others."""
