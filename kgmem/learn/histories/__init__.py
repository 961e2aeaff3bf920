"""Runs as other programs wrote them, read as trajectories."""
