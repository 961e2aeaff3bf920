"""Another server behind this one: its tools pass through, and what they do is
remembered."""
