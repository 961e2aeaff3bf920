"""Conversations of other programs: what their exports hold."""
