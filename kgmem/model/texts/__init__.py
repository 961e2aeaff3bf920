"""Shapes of texts: templates, addresses, generated names, placeholders."""
