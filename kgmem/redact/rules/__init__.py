"""What is sensitive, by sort."""
