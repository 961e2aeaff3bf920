"""mem0 with `infer=False`: what is added is kept as it is, in its local Qdrant. Its
keyword half and its entities want models that are downloaded, and are off without."""

import os
from collections.abc import Sequence
from pathlib import Path

from protocol import Answer, Embed, System, Task, serve

DIMENSIONS = 384


class Mem0(System):
    """A user for all, an agent for each application."""

    def __init__(self, folder: Path, embed: Embed) -> None:
        home = {"MEM0_DIR": str(folder / "home"), "MEM0_TELEMETRY": "False"}
        os.environ |= {**home, "OPENAI_API_KEY": "none is asked"}
        from mem0 import Memory
        from mem0.embeddings.base import EmbeddingBase

        class Ours(EmbeddingBase):
            def embed(self, text: str, memory_action: str | None = None) -> list[float]:
                return embed([text])[0]

        store = {"path": str(folder / "qdrant"), "on_disk": True}
        sized = {**store, "embedding_model_dims": DIMENSIONS}
        self._memory = Memory.from_config({
            "vector_store": {"provider": "qdrant", "config": sized},
            "history_db_path": str(folder / "history.db"),
        })  # fmt: skip
        self._memory.embedding_model = Ours()

    def add(self, tasks: Sequence[Task]) -> None:
        for task in tasks:
            self._memory.add(
                task["text"],
                user_id="bench",
                agent_id=_agent(task["app"]),
                metadata={"task_id": task["id"]},
                infer=False,
            )

    def find(self, text: str, app: str) -> Answer:
        where = {"user_id": "bench", "agent_id": _agent(app)}
        found = self._memory.search(text, top_k=5, filters=where)["results"]
        return {"ids": [hit["metadata"]["task_id"] for hit in found]}


def _agent(app: str) -> str:
    return "-".join(app.split())


if __name__ == "__main__":
    serve(Mem0)
