"""What counts as the same thing: ids, and what they are made from."""
