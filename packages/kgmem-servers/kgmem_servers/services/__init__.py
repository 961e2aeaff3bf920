"""The optional embedding, rerank and chat services, over HTTP."""
