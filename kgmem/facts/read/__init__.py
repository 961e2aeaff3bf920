"""Statements and names out of a text, by rules or by a chat model."""
