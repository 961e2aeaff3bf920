"""Steps that are durable before their run has ended."""
