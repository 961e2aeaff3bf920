"""A group's runs -> a pattern, and patterns kept as groups change."""
