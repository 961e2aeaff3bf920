"""An open graph, an index and an embedder -> what all flows over them share."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from kgmem.backends.chosen import (
    absolute,
    chat_of,
    judge_of,
    reranker_of,
)
from kgmem.config import Settings
from kgmem.graph.changes import PLACES, Changes
from kgmem.graph.read_rows import RunsOfTask
from kgmem.graph.recalled.kept import Kept, KeptReads
from kgmem.graph.recalled.watched import WatchedEngine
from kgmem.graph.store import GraphStore
from kgmem.index.projection import Projection
from kgmem.model.trust import TrustedSources
from kgmem.ports import CypherEngine, Embedder, LanguageModel, Reranker, VectorIndex
from kgmem.redact import Redactor
from kgmem.redact.key import key_in, key_of
from kgmem.redact.marks import marks, unmarked

NEWEST = 50
"""Runs whose language is looked at on opening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stores:
    """An open graph with its projection, and what all flows over them share."""

    settings: Settings
    engine: CypherEngine
    changes: Changes
    store: GraphStore
    projection: Projection
    new_redactor: Callable[[], Redactor]
    chat: LanguageModel | None
    judge: LanguageModel | None
    reranker: Reranker | None
    version: Callable[[], str] | None
    """Gives another text after each write; None for a graph that others write into."""


def stores_of(
    settings: Settings,
    opened: CypherEngine,
    index: VectorIndex,
    embedder: Embedder,
    key: bytes | None,
) -> Stores:
    runs = Kept[RunsOfTask](settings.cache_experiences)
    kept = None if opened.shared else replace(KeptReads(), runs=runs)
    watched = WatchedEngine(opened, kept) if kept else None
    engine = watched or opened
    changes = Changes(engine, PLACES if engine.shared else 1)  # else nobody waits
    trusted = TrustedSources.of(settings.trusted_sources)
    store = GraphStore(engine, changes, trusted, kept)
    projection = Projection(
        store,
        index,
        embedder,
        eager_flush=settings.durability == "power",
        shared=engine.shared,
    )
    return Stores(
        settings=settings,
        engine=engine,
        changes=changes,
        store=store,
        projection=projection,
        new_redactor=redactor_of(settings, key),
        chat=chat_of(settings),
        judge=judge_of(settings),
        reranker=reranker_of(settings),
        version=(lambda: f"{watched.writes}.{projection.puts}") if watched else None,
    )


def is_chinese(store: GraphStore, space: str) -> bool:
    """Are some of the newest runs of a space in Chinese?"""
    rows = store.read("newest_languages", space=space, limit=NEWEST)
    return {"language": "zh"} in rows


def redactor_of(settings: Settings, key: bytes | None) -> Callable[[], Redactor]:
    """A fresh redactor for each run, as the settings ask."""
    mark = marks(key) if key else unmarked
    return lambda: Redactor(
        email=settings.redact_email, address=settings.redact_address, mark=mark
    )


def redaction_key_of(settings: Settings, *, shared: bool) -> bytes | None:
    """The key of the placeholders' hashes; None for a `shared` memory of which no
    setting tells it, since each of its users would have another one."""
    if settings.redaction_key:
        return key_of(settings.redaction_key.get_secret_value())
    return None if shared else key_in(absolute(settings.home))
