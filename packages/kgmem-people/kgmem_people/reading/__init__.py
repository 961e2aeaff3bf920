"""Text -> what it names and states, by rules or by a chat model."""
