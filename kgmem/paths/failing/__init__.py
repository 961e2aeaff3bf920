"""What failed runs of a kind did otherwise than its successes."""
