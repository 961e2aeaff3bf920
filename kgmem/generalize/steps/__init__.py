"""The steps that the runs of a group share, aligned."""
