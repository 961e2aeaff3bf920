"""What was said to an agent, and what it knows of the people it works for."""
