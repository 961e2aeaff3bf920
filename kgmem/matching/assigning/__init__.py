"""Which values of a text are for which slots, whatever words and language are around."""
