"""Qdrant's local mode, on disk; the application is in the payload."""

import uuid
from collections.abc import Sequence
from pathlib import Path

from protocol import Answer, Embed, System, Task, serve
from qdrant_client import QdrantClient, models

DIMENSIONS = 384


class Local(System):
    """`upsert`, `query_points`."""

    def __init__(self, folder: Path, embed: Embed) -> None:
        self._embed, self._client = embed, QdrantClient(path=str(folder / "qdrant"))
        size = models.VectorParams(size=DIMENSIONS, distance=models.Distance.COSINE)
        self._client.create_collection("tasks", vectors_config=size)

    def add(self, tasks: Sequence[Task]) -> None:
        vectors = self._embed([task["text"] for task in tasks])
        points = [
            models.PointStruct(
                id=str(uuid.uuid4()),
                vector=vector,
                payload={"id": task["id"], "app": task["app"], "text": task["text"]},
            )
            for task, vector in zip(tasks, vectors, strict=True)
        ]
        self._client.upsert("tasks", points)

    def find(self, text: str, app: str) -> Answer:
        same = models.FieldCondition(key="app", match=models.MatchValue(value=app))
        found = self._client.query_points(
            "tasks",
            query=self._embed([text])[0],
            query_filter=models.Filter(must=[same]),
            limit=5,
        )
        return {"ids": [point.payload["id"] for point in found.points]}


if __name__ == "__main__":
    serve(Local)
