"""What a recall finds, and the embedders it may use."""
