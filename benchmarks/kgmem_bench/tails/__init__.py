"""What a request adds to a known one must not be replayed away."""
