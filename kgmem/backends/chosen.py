"""The backends that settings name: of this machine in tables by name, of servers by the
entry points of the packages that know them. Each is imported where it is chosen."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from kgmem.backends.models.cached import CachedEmbedder
from kgmem.backends.models.offline import offline_embedder
from kgmem.config import Settings
from kgmem.errors import ConfigurationError
from kgmem.extras import brought
from kgmem.ports import (
    CypherEngine,
    Embedder,
    LanguageModel,
    Reranker,
    Tagger,
    VectorIndex,
)
from kgmem.variables import PREFIX

T = TypeVar("T")

CACHE = 2_048
"""Texts whose vectors are kept in memory (3 MB at 384 dimensions)."""


def engine_of(settings: Settings) -> CypherEngine:
    """The graph that the settings name, opened."""
    return _of(GRAPHS, "graph", settings.graph)(settings)


def index_of(settings: Settings) -> VectorIndex:
    """The vector store that the settings name, opened."""
    return _of(VECTORS, "vectors", settings.vectors)(settings)


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


def _edge(settings: Settings) -> VectorIndex:
    from kgmem.backends.vectors.edge import EdgeIndex

    return EdgeIndex(
        absolute(settings.home) / "vectors", durability=settings.durability
    )


GRAPHS: Mapping[str, Callable[[Settings], CypherEngine]] = {"arcadedb": _arcadedb}
VECTORS: Mapping[str, Callable[[Settings], VectorIndex]] = {"edge": _edge}
GROUPS: Mapping[str, str] = {"graph": "kgmem.graphs", "vectors": "kgmem.vectors"}
"""By setting: entry points of the stores that packages beside kgmem open."""


def _of(
    known: Mapping[str, Callable[[Settings], T]], setting: str, name: str
) -> Callable[[Settings], T]:
    """What opens the store of this name. Raises MissingExtra where no package does."""
    if name in known:
        return known[name]
    found: Callable[[Settings], T] = brought(
        GROUPS[setting], name, "servers", f"{PREFIX}{setting.upper()}={name}"
    )
    return found


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
    if remote := _service("embedding", settings):
        return CachedEmbedder(remote, size=CACHE), None
    offline, reason = offline_embedder(settings.embedding)
    return CachedEmbedder(offline, size=CACHE), reason


def chat_of(settings: Settings) -> LanguageModel | None:
    """The chat model that the settings name, if any."""
    model: LanguageModel | None = _service("chat", settings)
    return model


def judge_of(settings: Settings) -> LanguageModel | None:
    """The chat model that judges plans, if the settings ask for it."""
    model: LanguageModel | None = None
    if settings.judge:
        model = _service("chat", settings, "judge")
    return model


def reranker_of(settings: Settings) -> Reranker | None:
    """The rerank service that the settings name, if any."""
    reranker: Reranker | None = _service("rerank", settings)
    return reranker


def _service(kind: str, settings: Settings, name: str | None = None) -> Any:
    """What asks a service, if the settings tell its address; `name` is that of its
    entry point, by default its kind. Raises MissingExtra where no package does."""
    address = f"{kind}_base_url"
    if not getattr(settings, address):
        return None
    what = f"{PREFIX}{address.upper()}"
    return brought("kgmem.services", name or kind, "servers", what)(settings)


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
