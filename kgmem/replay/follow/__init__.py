"""Following a plan: act, check what came of it, hand over on doubt."""
