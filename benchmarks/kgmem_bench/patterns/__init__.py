"""What generalizing finds, against gold and baselines."""
