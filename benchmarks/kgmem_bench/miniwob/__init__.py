"""MiniWoB++ pages in a real browser: what a memory saves on them."""
