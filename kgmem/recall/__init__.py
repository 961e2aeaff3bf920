"""query -> seed -> expand -> rerank -> match -> route -> plan."""
