"""What is known: statements with the time they hold, from people and from texts."""
