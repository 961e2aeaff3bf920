"""`kgmem serve`: one process that owns the memory, and many that use it over HTTP."""
