"""Tasks that end in an answer, in three applications."""
