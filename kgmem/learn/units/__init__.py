"""Step and session units, in and out."""
