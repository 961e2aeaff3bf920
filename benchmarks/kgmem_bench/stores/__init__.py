"""Speed and size: a memory against the bare stores."""
