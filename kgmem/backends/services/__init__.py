"""Services over HTTP: embedding, rerank, chat."""
