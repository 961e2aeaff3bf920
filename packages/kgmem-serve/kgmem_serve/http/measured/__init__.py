"""How well the memory serves, over HTTP."""
