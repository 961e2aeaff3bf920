"""Trac, a ticket tracker and wiki."""
