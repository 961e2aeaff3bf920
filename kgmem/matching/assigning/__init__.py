"""Which values of a text are for which slots, in whatever words and language."""
