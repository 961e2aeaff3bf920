"""A Qdrant for several processes where there is none: qdrant-client's own double behind
a loopback port. It keeps points and aliases, searches exactly, and forgets all of it at
the end."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, TypeAdapter
from qdrant_client import QdrantClient, models

from tests.qdrant_stub import QdrantStub, Reply, Request, serving
from tests.unit.index.processes import local_qdrant


@dataclass
class QdrantDouble(QdrantStub):
    """Answers what `QdrantIndex` asks over REST."""

    client: QdrantClient = field(default_factory=lambda: QdrantClient(":memory:"))
    one_at_a_time: Any = field(default_factory=threading.Lock)

    def answer(self, request: Request) -> Reply:
        if request.path == "/":
            return _json({"title": "qdrant", "version": self.version})
        try:
            with self.one_at_a_time:
                return _json({"result": self._of(request), "status": "ok"})
        except ValueError as error:
            if "not found" not in str(error):
                raise
            return _json({"status": {"error": str(error)}}, 404)

    def _of(self, request: Request) -> Any:
        if request.path == "/aliases":
            return self.client.get_aliases()
        if request.path == "/collections/aliases":
            operations = TypeAdapter(list[models.AliasOperations])
            changes = operations.validate_python(request.body["actions"])
            return self.client.update_collection_aliases(changes)
        _, _, name, *rest = request.path.split("/")
        what = "/".join(rest)
        if not what:
            return self._of_collection(request.method, name, request.body)
        return self._parts(name, request.body)[what]()

    def _of_collection(self, method: str, name: str, body: Any) -> Any:
        if method == "PUT":
            made = models.CreateCollection.model_validate(body)
            return self.client.create_collection(
                name,
                vectors_config=made.vectors,
                sparse_vectors_config=made.sparse_vectors,
                metadata=made.metadata,
            )
        if method == "PATCH":
            return self.client.update_collection(name, metadata=body["metadata"])
        if method == "DELETE":
            return self.client.delete_collection(name)
        return self.client.get_collection(name)

    def _parts(self, name: str, body: Any) -> dict[str, Callable[[], Any]]:
        client = self.client
        return {
            "exists": lambda: {"exists": client.collection_exists(name)},
            "index": lambda: models.UpdateResult(
                operation_id=1, status=models.UpdateStatus.COMPLETED
            ),
            "points": lambda: client.retrieve(
                name,
                body["ids"],
                with_payload=body["with_payload"],
                with_vectors=body.get("with_vector") or False,
            ),
            "points/batch": lambda: client.batch_update_points(
                self._known(name),
                TypeAdapter(list[models.UpsertOperation]).validate_python(
                    body["operations"]
                ),
            ),
            "points/delete": lambda: client.delete(
                name, models.PointIdsList.model_validate(body)
            ),
            "points/query/batch": lambda: client.query_batch_points(
                self._known(name),
                TypeAdapter(list[models.QueryRequest]).validate_python(
                    body["searches"]
                ),
            ),
            "points/scroll": lambda: self._page(name, body),
            "points/count": lambda: client.count(name, _filter(body)),
        }

    def _known(self, name: str) -> str:
        """The double does not look for the collection where nothing is asked of it."""
        self.client.get_collection(name)
        return name

    def _page(self, name: str, body: Any) -> Any:
        points, after = self.client.scroll(
            name,
            scroll_filter=_filter(body),
            limit=body["limit"],
            offset=body.get("offset"),
            with_payload=body["with_payload"],
        )
        return {"points": points, "next_page_offset": after}


def _filter(body: Any) -> models.Filter | None:
    given = body.get("filter")
    return models.Filter.model_validate(given) if given else None


def _json(answer: Any, status: int = 200) -> Reply:
    def plain(value: Any) -> Any:
        assert isinstance(value, BaseModel), value
        return value.model_dump(mode="json", exclude_none=True)

    return Reply(status, json.dumps(answer, default=plain).encode())


@contextmanager
def qdrant_double() -> Iterator[QdrantDouble]:
    """The double, listening on a free port while the block runs."""
    with local_qdrant() as client, serving(QdrantDouble(client=client)) as double:
        assert isinstance(double, QdrantDouble)
        yield double
