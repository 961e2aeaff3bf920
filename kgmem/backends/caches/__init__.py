"""What keeps answers for several processes."""
