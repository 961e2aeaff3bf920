"""What of a run is kept, and what it is about."""
