"""Foreign files of runs: which format it is, and what its reader gives is learned."""
