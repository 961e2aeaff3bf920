"""Scripts as trees: Python, and the languages with curly brackets."""
