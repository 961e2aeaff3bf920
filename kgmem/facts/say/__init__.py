"""Statements into words and rows, and files of them into statements."""
