"""Recordings of real pages, replayed with other values."""
