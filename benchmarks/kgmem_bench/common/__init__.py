"""What several measurements share: reports, scores, made data."""
