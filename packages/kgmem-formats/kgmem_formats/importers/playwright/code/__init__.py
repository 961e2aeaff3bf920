"""Scripts that drive pages: gone through statement by statement."""
