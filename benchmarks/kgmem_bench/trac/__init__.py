"""Trac, a real ticket tracker and wiki, in a browser: what a memory saves on it."""
