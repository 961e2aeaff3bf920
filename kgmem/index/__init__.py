"""The projection of the graph into vectors: outbox, embed, upsert; seeds, fusion."""
