"""A served memory beside one in process: answers a second, waiting, memory, starting."""
