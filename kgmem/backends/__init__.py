"""Engines, indexes and services behind the ports."""
