"""`kgmem bench wordings`: known tasks in other words and in another language."""
