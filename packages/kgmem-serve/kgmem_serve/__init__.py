"""A kgmem memory over HTTP: keys, jobs, metrics, a console, and the client of it."""
