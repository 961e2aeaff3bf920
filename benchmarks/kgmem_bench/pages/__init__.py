"""Pages in a real browser: seen, explored, acted on with a memory."""
