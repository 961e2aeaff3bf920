"""Runs, chats and patterns in the formats of other programs, read and written."""
