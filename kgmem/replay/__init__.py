"""A plan against the page at hand: where its elements are, and what came of it."""
