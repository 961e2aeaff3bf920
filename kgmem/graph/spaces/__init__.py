"""All of a space: into a file, back, or deleted."""
