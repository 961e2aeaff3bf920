"""Documents, facts in texts, and what held when."""
