"""Chroma: a persistent collection by cosine; the application is in the metadata."""

from collections.abc import Sequence
from pathlib import Path

import chromadb
from chromadb.config import Settings
from protocol import Answer, Embed, System, Task, serve


class Chroma(System):
    """`add`, `query`."""

    def __init__(self, folder: Path, embed: Embed) -> None:
        silent = Settings(anonymized_telemetry=False)
        client = chromadb.PersistentClient(str(folder), settings=silent)
        by_cosine = {"hnsw": {"space": "cosine"}}
        self._embed = embed
        self._tasks = client.create_collection(
            "tasks", configuration=by_cosine, embedding_function=None
        )

    def add(self, tasks: Sequence[Task]) -> None:
        texts = [task["text"] for task in tasks]
        self._tasks.add(
            ids=[task["id"] for task in tasks],
            documents=texts,
            embeddings=self._embed(texts),
            metadatas=[{"app": task["app"]} for task in tasks],
        )

    def find(self, text: str, app: str) -> Answer:
        found = self._tasks.query(
            query_embeddings=self._embed([text]), n_results=5, where={"app": app}
        )
        return {"ids": found["ids"][0]}


if __name__ == "__main__":
    serve(Chroma)
