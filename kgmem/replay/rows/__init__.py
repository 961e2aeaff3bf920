"""One task for each row of a table: bind, follow, note, go on."""
