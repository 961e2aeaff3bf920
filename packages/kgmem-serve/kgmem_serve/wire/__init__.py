"""A memory over HTTP: which calls go over the wire, in what shapes, and the errors."""
