"""Conversations: is what was said found again, and how fast."""
