"""Steps against steps: a run tidied, walked, filled with values, unfolded, blamed."""
