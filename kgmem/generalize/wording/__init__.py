"""What all texts of a group share, and where they vary."""
