"""A served memory beside one in process: answers, waiting, memory, starting."""
