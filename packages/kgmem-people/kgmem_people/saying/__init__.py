"""What people say of themselves and of others, read out of their words."""
