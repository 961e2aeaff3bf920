"""What failed before: noted, warned of, steered round."""
