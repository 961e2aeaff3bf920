"""trajectory -> redact -> distill -> graph + outbox."""
