"""Whether a plan is trusted rightly, and warned of."""
