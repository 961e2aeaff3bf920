"""What a protocol adds to a call."""
