"""The backends that settings name, in tables by name: another one is another row.

Each is imported where it is chosen: an HTTP client takes a fifth of a second to import,
and the embedded default needs none.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from kgmem.backends.models.cached import CachedEmbedder
from kgmem.backends.models.offline import offline_embedder
from kgmem.config import Settings
from kgmem.errors import ConfigurationError
from kgmem.extras import needs
from kgmem.ports import (
    CypherEngine,
    Embedder,
    LanguageModel,
    Reranker,
    Tagger,
    VectorIndex,
)

CACHE = 2_048
"""Texts whose vectors are kept in memory (3 MB at 384 dimensions)."""


def engine_of(settings: Settings) -> CypherEngine:
    """The graph that the settings name, opened."""
    return GRAPHS[settings.graph](settings)


def index_of(settings: Settings) -> VectorIndex:
    """The vector store that the settings name, opened."""
    return VECTORS[settings.vectors](settings)


def _arcadedb(settings: Settings) -> CypherEngine:
    from kgmem.backends.graphs.arcadedb import ArcadeEngine

    try:
        return ArcadeEngine(
            absolute(settings.home) / "graph",
            durability=settings.durability,
            build=settings.arcadedb,
        )
    except ImportError as error:
        raise ConfigurationError(
            f"ArcadeDB can't be loaded on this system ({error}); take its Java build: "
            'pip install "kgmem[jvm]"; or use a server: KGMEM_GRAPH=neo4j, after '
            'pip install "kgmem[servers]"'
        ) from error


def _neo4j(settings: Settings) -> CypherEngine:
    with needs("servers", "KGMEM_GRAPH=neo4j"):
        from kgmem.backends.graphs.neo4j import Neo4jEngine

    assert settings.neo4j_uri, "Settings.check() saw to it"
    assert settings.neo4j_password, "Settings.check() saw to it"
    return Neo4jEngine.connect(
        settings.neo4j_uri,
        settings.neo4j_user,
        settings.neo4j_password,
        settings.neo4j_database,
        settings.neo4j_timeout,
    )


def _edge(settings: Settings) -> VectorIndex:
    from kgmem.backends.vectors.edge import EdgeIndex

    return EdgeIndex(
        absolute(settings.home) / "vectors", durability=settings.durability
    )


def _qdrant(settings: Settings) -> VectorIndex:
    with needs("servers", "KGMEM_VECTORS=qdrant"):
        from kgmem.backends.vectors.qdrant import QdrantIndex
        from kgmem.backends.vectors.qdrant_requests import Layout

    assert settings.qdrant_url, "Settings.check() saw to it"
    key = settings.qdrant_api_key
    return QdrantIndex.connect(
        settings.qdrant_url,
        key.get_secret_value() if key else None,
        settings.qdrant_timeout,
        settings.qdrant_prefer_grpc,
        prefix=settings.qdrant_prefix,
        grpc_port=settings.qdrant_grpc_port,
        recall_timeout=settings.qdrant_recall_timeout,
        layout=Layout(
            quantized=settings.qdrant_quantization == "scalar",
            on_disk=settings.qdrant_on_disk,
            shards=settings.qdrant_shards,
            replicas=settings.qdrant_replicas,
            write_consistency=settings.qdrant_write_consistency,
        ),
    )


GRAPHS: Mapping[str, Callable[[Settings], CypherEngine]] = {
    "arcadedb": _arcadedb,
    "neo4j": _neo4j,
}
VECTORS: Mapping[str, Callable[[Settings], VectorIndex]] = {
    "edge": _edge,
    "qdrant": _qdrant,
}


def absolute(home: Path) -> Path:
    """ArcadeDB fixes its working folder at its first opening: a relative path would
    mean another folder after a `chdir`."""
    return home.absolute()


# Models -------------------------------------------------------------------------------


def embedder_of(
    settings: Settings, given: Embedder | None = None
) -> tuple[Embedder, str | None]:
    """The embedder to use, cached, and why it is not the wanted one, if so."""
    if given is not None:
        return CachedEmbedder(given, size=CACHE), None
    if settings.embedding_base_url:
        from kgmem.backends.services import embedding

        remote = embedding.from_settings(settings)
        assert remote is not None, "it has an address"
        return CachedEmbedder(remote, size=CACHE), None
    offline, reason = offline_embedder(settings.embedding)
    return CachedEmbedder(offline, size=CACHE), reason


def chat_of(settings: Settings) -> LanguageModel | None:
    """The chat model that the settings name, if any."""
    if not settings.chat_base_url:
        return None
    from kgmem.backends.services import chat

    return chat.from_settings(settings)


def judge_of(settings: Settings) -> LanguageModel | None:
    """The chat model that judges plans, if the settings ask for it."""
    if not settings.judge:
        return None
    from kgmem.backends.services import chat

    return chat.judge_from_settings(settings)


def reranker_of(settings: Settings) -> Reranker | None:
    """The rerank service that the settings name, if any."""
    if not settings.rerank_base_url:
        return None
    from kgmem.backends.services import rerank

    return rerank.from_settings(settings)


def taggers() -> tuple[Tagger, Tagger, str | None]:
    """Those of English and Chinese, and what the English one lacks here."""
    from kgmem.backends.taggers import spacy as spacy_tagger
    from kgmem.backends.taggers.jieba import JiebaTagger
    from kgmem.language import chinese

    return (
        spacy_tagger.SpacyTagger(),
        JiebaTagger(chinese.segmenter),
        spacy_tagger.missing(),
    )
