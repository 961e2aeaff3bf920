"""When generalizing runs, in which processes, and beside learning."""
