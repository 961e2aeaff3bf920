"""Experiences of similar tasks -> patterns with typed slots and a common path."""
