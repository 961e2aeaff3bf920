"""Command line and other front doors."""
