"""What an agent is told before it answers: pieces, where they are found, their room."""
