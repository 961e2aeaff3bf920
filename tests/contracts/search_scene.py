"""A few documents, facts and tasks that name each other, written around the flows."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from kgmem.backends.vectors.edge import EdgeIndex
from kgmem.errors import ServiceError, VectorsUnavailable
from kgmem.facts.names import candidate_keys
from kgmem.graph.finding.store import SearchStore
from kgmem.graph.points import CHUNK, FACT, TASK, PointKind, put_outbox
from kgmem.graph.store import GraphStore
from kgmem.index.projection import Projection
from kgmem.model.fact import Hit
from kgmem.model.keys.identity import alias_id, entity_id, entity_key
from kgmem.ports import (
    Collection,
    CypherEngine,
    Found,
    Params,
    Reranker,
    Row,
    Transaction,
    VectorQuery,
)
from kgmem.redact import Redactor
from kgmem.search.flow import Search
from kgmem.search.for_task import FoundFact, TaskNeeds, choose, seek
from kgmem.search.request import search_request
from tests.contracts.pattern_scene import uid
from tests.doubles import SwitchableEmbedder

SPACE = "租户"
THEN = datetime(2026, 1, 2, tzinfo=UTC)


class CountingEngine:
    """Passes everything on and counts the reads."""

    def __init__(self, engine: CypherEngine) -> None:
        self._engine = engine
        self.reads = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def read(self, query: str, params: Params | None = None) -> list[Row]:
        self.reads += 1
        return self._engine.read(query, params)


class SwitchableIndex(EdgeIndex):
    """One that can be made to fail, as a server that is down would."""

    down = False

    def search(
        self, collection: Collection, queries: Sequence[VectorQuery]
    ) -> list[Found]:
        if self.down:
            raise VectorsUnavailable("no answer")
        return super().search(collection, queries)


class Backwards(Reranker):
    """Finds relevant what holds a word, or fails."""

    model = "backwards-1"

    def __init__(self, word: str | None) -> None:
        self.word = word

    def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        if self.word is None:
            raise ServiceError("no answer")
        return [float(self.word in document) for document in documents]


class SearchScene:
    """A graph and an index, and what writes into both."""

    def __init__(self, engine: CypherEngine, folder: Path) -> None:
        self.engine = CountingEngine(engine)
        self.embedder = SwitchableEmbedder()
        self.index = SwitchableIndex(folder / "vectors")
        self.store = GraphStore(self.engine)
        self.projection = Projection(self.store, self.index, self.embedder)

    def close(self) -> None:
        self.projection.close()

    # writing ----------------------------------------------------------------------

    def document(
        self,
        title: str,
        *texts: str,
        names: Sequence[str] = (),
        space: str = SPACE,
        app: str | None = None,
        at: datetime = THEN,
    ) -> str:
        """A document about its title; `names`: what its first part names."""
        key, ms = uid(f"{space}/{title}"), int(at.timestamp() * 1e3)
        ids = [uid(f"{space}/{title}/{n}") for n in range(len(texts))]
        props = {"space": space, "source": title, "app": app or ""}
        rows = [
            {
                "point_id": chunk,
                "version": 1,
                "n": n,
                "text": text,
                "document_id": key,
                "headings": [title],
                "language": "en",
                **props,
            }
            for n, (chunk, text) in enumerate(zip(ids, texts, strict=True))
        ]

        def work(tx: Transaction) -> None:
            tx.run(
                "CREATE (d:Document {document_id: $id}) SET d += $props",
                {"id": key, "props": {"name": title, "updated_at": ms, **props}},
            )
            for row in rows:
                told = {n: v for n, v in row.items() if n != "point_id"}
                tx.run(
                    "MATCH (d:Document {document_id: $id}) "
                    "CREATE (d)-[:HAS_CHUNK]->(c:Chunk {chunk_id: $chunk}) "
                    "SET c += $props",
                    {"id": key, "chunk": row["point_id"], "props": told},
                )
            for a, b in pairwise(ids):
                tx.run(
                    "MATCH (a:Chunk {chunk_id: $a}) MATCH (b:Chunk {chunk_id: $b}) "
                    "CREATE (a)-[:NEXT]->(b)",
                    {"a": a, "b": b},
                )
            self._point_at(tx, space, "Document", "document_id", key, "ABOUT", [title])
            self._point_at(tx, space, "Chunk", "chunk_id", ids[0], "MENTIONS", names)
            put_outbox(tx, CHUNK, rows)

        self.engine.write(work)
        self.projection.drain()
        return key

    def fact(
        self,
        text: str,
        *,
        about: str | None = None,
        names: Sequence[str] = (),
        space: str = SPACE,
        **props: Any,
    ) -> str:
        told = {
            "space": space,
            "text": text,
            "version": 1,
            "confidence": 1.0,
            "recorded_at": int(THEN.timestamp() * 1e3),
            "source": "manual",
            "language": "en",
            **{k: _plain(v) for k, v in props.items() if v is not None},
        }
        key = uid(f"{space}/{text}")

        def write(tx: Transaction) -> None:
            subject = [about] if about else []
            self._point_at(tx, space, "Fact", "fact_id", key, "SUBJECT", subject)
            self._point_at(tx, space, "Fact", "fact_id", key, "MENTIONS", names)

        return self._node(FACT, "Fact", "fact_id", key, told, write)

    def task(
        self,
        text: str,
        *,
        names: Sequence[str] = (),
        space: str = SPACE,
        app: str = "",
        **props: Any,
    ) -> str:
        told = {
            "space": space,
            "text": text,
            "version": 1,
            "app": app,
            "created_at": int(THEN.timestamp() * 1e3),
            "wins": 1,
            "losses": 0,
            "language": "en",
            **props,
        }
        key = uid(f"{space}/{app}/{text}")

        def write(tx: Transaction) -> None:
            self._point_at(tx, space, "Task", "task_id", key, "MENTIONS", names)

        return self._node(TASK, "Task", "task_id", key, told, write)

    def alias(self, name: str, of: str, space: str = SPACE) -> None:
        key = entity_key(name)
        self.engine.write(
            lambda tx: tx.run(
                "MATCH (e:Entity {entity_id: $entity}) "
                "CREATE (a:Alias {alias_id: $id, key: $key, name: $name, space: $s}) "
                "CREATE (a)-[:NAMES]->(e)",
                {
                    "entity": entity_id(space, entity_key(of)),
                    "id": alias_id(space, key),
                    "key": key,
                    "name": name,
                    "s": space,
                },
            )
        )

    def states(self, document: str, part: int, fact_id: str) -> None:
        self.engine.write(
            lambda tx: tx.run(
                "MATCH (c:Chunk {chunk_id: $c}) MATCH (f:Fact {fact_id: $f}) "
                "CREATE (c)-[:STATES]->(f)",
                {"c": uid(f"{SPACE}/{document}/{part}"), "f": fact_id},
            )
        )

    def _node(
        self,
        kind: PointKind,
        label: str,
        name: str,
        key: str,
        props: Row,
        also: Any,
    ) -> str:
        def work(tx: Transaction) -> None:
            tx.run(
                f"CREATE (n:{label} {{{name}: $key}}) SET n += $props",
                {"key": key, "props": props},
            )
            also(tx)
            put_outbox(tx, kind, [{"point_id": key, **props}])

        self.engine.write(work)
        self.projection.drain()
        return key

    def _point_at(
        self,
        tx: Transaction,
        space: str,
        label: str,
        name: str,
        key: str,
        edge: str,
        entities: Sequence[str],
    ) -> None:
        for entity in entities:
            folded = entity_key(entity)
            tx.run(
                "MERGE (e:Entity {entity_id: $id}) "
                "SET e.space = $space, e.key = $key, e.name = $name",
                {
                    "id": entity_id(space, folded),
                    "space": space,
                    "key": folded,
                    "name": entity,
                },
            )
            tx.run(
                f"MATCH (n:{label} {{{name}: $key}}) "
                f"MATCH (e:Entity {{entity_id: $id}}) CREATE (n)-[:{edge}]->(e)",
                {"key": key, "id": entity_id(space, folded)},
            )

    # asking -----------------------------------------------------------------------

    def flow(self, reranker: Reranker | None = None) -> Search:
        return Search(
            SearchStore(self.store),
            self.projection,
            candidate_keys,
            Redactor,
            reranker,
        )

    def search(
        self,
        query: str,
        *,
        space: str = SPACE,
        reranker: Reranker | None = None,
        **given: Any,
    ) -> list[Hit]:
        return self.flow(reranker)(search_request(space, query, **given))

    def for_task(self, text: str, **given: Any) -> list[FoundFact]:
        vector = given.pop("vector", self.embedder.embed([text])[0].tolist())
        needs = TaskNeeds(SPACE, text, vector, **given)
        sought = seek(self.projection, self.flow().keys, needs)
        if sought is None:
            return []
        said = self.store.details(SPACE, [], sought.params).facts
        return choose(self.projection, sought, said)


def _plain(value: Any) -> Any:
    return int(value.timestamp() * 1e3) if isinstance(value, datetime) else value


def texts(hits: Sequence[Hit]) -> list[str]:
    return [hit.text for hit in hits]
