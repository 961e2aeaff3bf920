"""MemPalace: a drawer a task, a wing for each application, its usual search. The
vectors stand in for its `openai-compat` endpoint."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from protocol import Answer, Embed, System, Task, serve


class Palace(System):
    """`tool_add_drawer`, `search_memories`."""

    def __init__(self, folder: Path, embed: Embed) -> None:
        os.environ |= {
            "HOME": str(folder),
            "MEMPALACE_PALACE_PATH": str(folder / "palace"),
            "MEMPALACE_EMBEDDING_MODEL": "openai-compat",
            "MEMPALACE_EMBEDDING_API_MODEL": "ours",
            "MEMPALACE_EMBEDDING_API_URL": "http://127.0.0.1:9",
        }
        from mempalace.embedding import OpenAICompatEmbeddingFunction
        from mempalace.mcp_server import tool_add_drawer
        from mempalace.searcher import search_memories

        def ours(self: Any, input: Any) -> list[list[float]]:
            return embed([input] if isinstance(input, str) else list(input))

        OpenAICompatEmbeddingFunction.__call__ = ours
        self._add, self._search = tool_add_drawer, search_memories
        self._path = str(folder / "palace")
        self._wings: dict[str, str] = {}
        self._ids: dict[tuple[str, str], str] = {}

    def add(self, tasks: Sequence[Task]) -> None:
        for task in tasks:
            wing = self._wings.setdefault(task["app"], f"app{len(self._wings)}")
            done = self._add(wing, "tasks", task["text"])
            if not done.get("success"):
                raise RuntimeError(done)
            self._ids[wing, task["text"].strip()] = task["id"]

    def find(self, text: str, app: str) -> Answer:
        wing = self._wings.get(app, "none")
        found = self._search(text, self._path, wing=wing, n_results=5)
        texts = [hit["text"].strip() for hit in found.get("results", ())]
        return {"ids": [self._ids[wing, t] for t in texts if (wing, t) in self._ids]}


if __name__ == "__main__":
    serve(Palace)
