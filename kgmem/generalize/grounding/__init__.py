"""Where in a run each value of its task is used."""
