"""Settings -> parts. The only file that names every backend."""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from kgmem.backends.cached import CachedEmbedder
from kgmem.backends.offline import offline_embedder
from kgmem.backends.readers import reader_of
from kgmem.config import Settings
from kgmem.errors import ConfigurationError, NotFound
from kgmem.extras import needs
from kgmem.facts.documents.flow import Documents
from kgmem.facts.flow import Facts
from kgmem.facts.in_tasks import NamesInTasks
from kgmem.facts.read.extract import Extract, Tagged
from kgmem.facts.read.names import Known, candidate_keys
from kgmem.facts.say.predicates import Predicates
from kgmem.generalize.flow import Generalize
from kgmem.generalize.job.background import Background
from kgmem.generalize.job.live import LivePatterns
from kgmem.generalize.job.workers import Workers
from kgmem.graph import migrate
from kgmem.graph.avoidance import AvoidStore
from kgmem.graph.calibration import CalibrationStore
from kgmem.graph.changes import PLACES, Changes
from kgmem.graph.documents import DocumentStore
from kgmem.graph.facts import FactStore
from kgmem.graph.hot import HotRuns, Preload
from kgmem.graph.merging import EntityStore
from kgmem.graph.patterns import PatternStore
from kgmem.graph.pruning import PruningStore
from kgmem.graph.reports import ReportStore, repair_draft
from kgmem.graph.rows import Run
from kgmem.graph.searching import SearchStore, said_in
from kgmem.graph.store import GraphStore
from kgmem.index import health
from kgmem.index.projection import Projection
from kgmem.index.similar import LinkSimilar
from kgmem.language import chinese
from kgmem.learn.afterwards import Afterwards
from kgmem.learn.failed_log import FailedLog
from kgmem.learn.flow import Assign, Learn
from kgmem.model.arguments import shown
from kgmem.model.fact import Extraction, Fact
from kgmem.model.identity import entity_key
from kgmem.ports import (
    CypherEngine,
    Embedder,
    LanguageModel,
    Reranker,
    Row,
    VectorIndex,
)
from kgmem.recall.flow import Recall
from kgmem.recall.request import Request
from kgmem.redact import Redactor
from kgmem.redact.key import key_in, key_of
from kgmem.redact.marks import marks, unmarked
from kgmem.replay.avoid import Avoid
from kgmem.replay.calibrate import Calibrate
from kgmem.replay.prune import Prune
from kgmem.replay.report import REPAIRS, Report
from kgmem.replay.steer import steer
from kgmem.search.flow import Search
from kgmem.search.for_task import Sought, TaskNeeds

PATTERNS, WARNINGS, NAMES = "patterns", "warnings", "names"
"""Stages that follow a learned run, besides REPAIRS."""
NAMED_IN = 3
"""Most similar tasks whose words are looked up for names: they may be older than the
facts about these."""
CACHE = 2_048
"""Texts whose vectors are kept in memory (3 MB at 384 dimensions)."""


UNKEYED = (
    "hidden values on pages are not recognised again, as their hashes have no key; "
    "set KGMEM_REDACTION_KEY to the same for all who use these servers"
)


@runtime_checkable
class Service(Protocol):
    """What can be told of a service that is asked over the network."""

    name: str

    def report(self) -> dict[str, int | float | None]:
        """Requests, tokens, seconds waited and cost so far."""

    def condition(self) -> dict[str, Any]:
        """Its host, and whether it may be asked now."""

    def close(self) -> None:
        """Let go of its connections; a second call does nothing."""


@dataclass(frozen=True, slots=True)
class Parts:
    """An opened memory's insides, shared by all its spaces."""

    settings: Settings
    engine: CypherEngine
    store: GraphStore
    projection: Projection
    learn: Learn
    recall: Recall
    generalize: Generalize
    patterns: LivePatterns
    background: Background
    calibrate: Calibrate
    avoid: Avoid
    report: Report
    preload: Preload
    prune: Prune
    facts: Facts
    documents: Documents
    search: Search
    extraction: Callable[[], dict[str, Any]]
    """What names and facts in texts are found with, see `Extract.capabilities`."""
    afterwards: Afterwards
    link_similar: LinkSimilar
    make_up: Callable[[str], None]
    """Does for a space what did not follow its runs; its patterns come after it."""
    fallback: str | None
    """Why a lesser embedder is in use; None if the wanted one is."""
    unkeyed: str | None = None
    """Why what is hidden on pages is not recognised again; None if it is."""
    given_embedder: bool = False
    """The caller's own, and his to close."""

    def close(self) -> None:
        """Release both stores."""
        self.preload.close()
        self.background.close()
        try:
            self.projection.close()
        finally:
            self.engine.close()
            for name, (_, service) in services_of(self).items():
                if name != "embedding" or not self.given_embedder:
                    service.close()


def wire(settings: Settings, embedder: Embedder | None = None) -> Parts:
    """Open the stores that the settings name and put the flows on them.

    Raises ConfigurationError, MemoryLocked, SchemaOutOfDate or StoreUnavailable;
    nothing stays open then.
    """
    settings.check()
    chosen, fallback = embedder_of(settings, embedder)
    with ExitStack() as opened:
        engine = engine_of(settings)
        opened.callback(engine.close)
        index = index_of(settings)
        opened.callback(index.close)
        parts = replace(
            assemble(settings, engine, index, chosen, fallback),
            given_embedder=embedder is not None,
        )
        parts.preload.start()
        opened.pop_all()  # from here on Parts closes them
    return parts


def assemble(
    settings: Settings,
    engine: CypherEngine,
    index: VectorIndex,
    embedder: Embedder,
    fallback: str | None = None,
) -> Parts:
    """The flows on an open graph, an index and an embedder.

    A graph without a schema gets it; another version's raises SchemaOutOfDate.
    """
    migrate.ensure_new(engine)
    migrate.require_current(engine)
    places = PLACES if settings.graph == "neo4j" else 1  # nobody else is there to wait
    changes = Changes(engine, places)
    store = GraphStore(engine, HotRuns(settings.cache_experiences), changes)
    projection = Projection(
        store,
        index,
        embedder,
        eager_flush=settings.durability == "power",
        shared=settings.graph == "neo4j",
    )
    chat = chat_of(settings)
    pattern_store = PatternStore(store)
    avoid = Avoid(AvoidStore(store))
    patterns = LivePatterns(pattern_store)
    generalize = Generalize(
        pattern_store,
        projection,
        Workers(
            settings.generalize_jobs,
            settings.generalize_backend,
            settings.generalize_cluster,
        ),
        chat,
        shared=settings.graph == "neo4j",
    )

    afterwards = Afterwards()
    link_similar = LinkSimilar(
        store, lambda: projection.index, lambda: projection.embedder
    )
    names_in = NamesInTasks(store)
    reports = ReportStore(store)

    def make_up(space: str) -> None:
        """What followed no run that was learned, since it failed or a process died."""
        names_in.catch_up(space)  # before the tasks count as looked at
        report.learn_waiting(space)
        for plan_id in reports.replaced_repairs(space):
            drop_repair(space, plan_id)

    def batch(space: str, stop: threading.Event) -> None:
        make_up(space)
        generalize(space, stop=stop)
        patterns.read_ahead(space)  # or the next one who learns would
        link_similar(space, stop=stop)
        avoid.rebuild(space)
        afterwards.made_up(space)

    background = Background(batch, settings.generalize_after, store.count_runs)

    def drop_repair(space: str, plan_id: str) -> None:
        """Each step may be done again by whoever finds it half done."""
        known = reports.repair(space, plan_id)
        if known is None:
            return
        store.write("drop_drafts", ids=[repair_draft(space, plan_id)])
        with suppress(NotFound):
            health.forget(store, projection, space, None, known)
        reports.set_repair(space, plan_id, None)

    def forget_repair(run: Run) -> None:
        plan_id = run.trajectory.plan_id or ""
        known = reports.repair(run.space, plan_id)
        if known and known != run.experience_id:
            drop_repair(run.space, plan_id)

    new_redactor = redactor_of(settings)
    learn = Learn(
        store,
        projection,
        FailedLog(settings.logs / "failed_learning_tasks.jsonl"),
        new_redactor,
        chat,
        _assigning(patterns, background, forget_repair, avoid, names_in, afterwards),
        background.active,
    )
    report = Report(
        reports,
        patterns,
        lambda run, space, redactor, drafts: learn(
            run, space, redactor=redactor, drop_drafts=drafts
        ),
        new_redactor,
        afterwards.stage,
    )
    calibrate = Calibrate(CalibrationStore(store))
    predicates = Predicates(FactStore(store), settings.predicates)
    changes.tell(
        patterns.note, avoid.note, calibrate.note, predicates.note, projection.note
    )
    if settings.graph == "neo4j":  # others may rebuild the index
        changes.follow_index(lambda: projection.generation.number, projection.expect)
    extract = extract_of(settings, chat)
    fact_store = FactStore(store)
    facts = Facts(
        fact_store,
        EntityStore(store),
        engine,
        projection,
        predicates,
        new_redactor,
        TextReader(extract, states=settings.extraction != "off"),
    )
    reranker = reranker_of(settings)
    search = Search(
        SearchStore(store),
        projection,
        candidate_keys,
        new_redactor,
        reranker,
    )
    documents = Documents(
        DocumentStore(store),
        projection,
        reader_of,
        new_redactor,
        facts.tag,
        facts.extract_tagged,
        facts.state,
        facts.withdraw,
        facts.erase,
        round(settings.max_document_mb * 1e6),
    )
    return Parts(
        settings,
        engine,
        store,
        projection,
        learn,
        Recall(
            store,
            projection,
            reranker,
            patterns.fitting,
            steer,
            calibrate.curve,
            avoid.near,
            FactsForTasks(search, facts),
        ),
        generalize,
        patterns,
        background,
        calibrate,
        avoid,
        report,
        Preload(lambda stop: store.preload(settings.space, read_ahead(settings), stop)),
        Prune(
            PruningStore(store),
            pattern_store,
            projection,
            patterns.ranked,
            generalize.forget,
        ),
        facts,
        documents,
        search,
        extract.capabilities,
        afterwards,
        link_similar,
        make_up,
        fallback,
        None if redaction_key_of(settings) else UNKEYED,
    )


def read_ahead(settings: Settings) -> int:
    """Runs that are read on opening: no more than are kept."""
    return min(settings.preload, settings.cache_experiences)


def _assigning(
    patterns: LivePatterns,
    background: Background,
    forget_repair: Callable[[Run], None],
    avoid: Avoid,
    names_in: NamesInTasks,
    afterwards: Afterwards,
) -> Assign:
    """New runs join their patterns at once, and are linked to what they name; enough of
    them start the batch job. The record of a run that is known by its repair takes that
    one's place."""

    def assign(runs: Sequence[tuple[Run, bool]]) -> Sequence[str | None]:
        found: Sequence[str | None] = [None] * len(runs)
        with afterwards.stage(runs[0][0].space, PATTERNS):
            found = patterns.learned(runs)
        for run, new in runs:
            background.learned(run.space, int(new))
            if new and run.trajectory.plan_id:
                with afterwards.stage(run.space, REPAIRS):
                    forget_repair(run)
        for space in sorted({run.space for run, new in runs if new}):
            mine = [run for run, _ in runs if run.space == space]
            with afterwards.stage(space, WARNINGS):
                avoid.learned(space, mine)
            tasks = {
                run.task_id: (run.task_id, run.trajectory.task, run.trajectory.app)
                for run, new in runs
                if new and run.space == space
            }
            with afterwards.stage(space, NAMES):
                names_in(space, list(tasks.values()))
        return found

    return assign


@lru_cache(CACHE)
def _names_in(text: str) -> tuple[str, ...]:
    """Keys of what the text of a known task may name."""
    return tuple(key for key, _, _ in candidate_keys(text))


@dataclass(frozen=True, slots=True)
class FactsForTasks:
    """What finds the facts that matter for a task, and reads them."""

    search: Search
    facts: Facts

    def seek(
        self,
        request: Request,
        vector: Sequence[float] | None,
        similar: Mapping[str, str],
    ) -> Sought | None:
        """Where they are; None where there are none."""
        if not self.search.may_have_facts(request.space):
            return None
        page = request.stored_page
        elements = page.elements if page else ()
        beside = [entity_key(name) for one in elements if (name := one.label())]
        for text in list(similar.values())[:NAMED_IN]:
            beside += _names_in(text)
        return self.search.seek(
            TaskNeeds(
                request.space,
                request.task,
                vector,
                request.app,
                list(similar),
                beside,
                request.as_of,
                request.known_at,
            )
        )

    def choose(self, sought: Sought, rows: Sequence[Row]) -> list[Fact]:
        """The best of those that were read."""
        needs, said = sought.needs, said_in(rows)
        why = {one.fact_id: one.why for one in self.search.choose(sought, said)}
        read = self.facts.among(
            needs.space,
            said,
            list(why),
            as_of=needs.as_of or datetime.now(UTC),
            known_at=needs.known_at,
        )
        return [
            fact.model_copy(update={"why": (*why[fact.fact_id], *fact.why)})
            for fact in read
        ]


def extract_of(settings: Settings, chat: LanguageModel | None) -> Extract:
    """What finds names and statements in texts here."""
    from kgmem.backends import spacy_tagger
    from kgmem.backends.jieba_tagger import JiebaTagger

    asked = chat if settings.extraction == "auto" else None
    return Extract(
        spacy_tagger.SpacyTagger(),
        JiebaTagger(chinese.segmenter),
        asked,
        lacking=spacy_tagger.missing(),
    )


@dataclass(frozen=True, slots=True)
class TextReader:
    """Reads names and statements out of texts; "last year" is counted from today."""

    extract: Extract
    states: bool
    """False: names alone are asked for."""

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """The texts, tagged together."""
        return self.extract.tag_many(texts)

    def read(self, text: Tagged, known: Known) -> Extraction:
        """What it names and states."""
        today = datetime.now(UTC).date()
        found = self.extract.extract_tagged(text, today=today, known=known)
        return found if self.states else found.model_copy(update={"triples": ()})


# Backends are imported where they are chosen: an HTTP client takes a fifth of a second
# to import, and the embedded default needs none.


def chat_of(settings: Settings) -> LanguageModel | None:
    """The chat model that the settings name, if any."""
    if not settings.chat_base_url:
        return None
    from kgmem.backends.services import chat

    return chat.from_settings(settings)


def reranker_of(settings: Settings) -> Reranker | None:
    """The rerank service that the settings name, if any."""
    if not settings.rerank_base_url:
        return None
    from kgmem.backends.services import rerank

    return rerank.from_settings(settings)


def services_of(parts: Parts) -> dict[str, tuple[str, Service]]:
    """Model and service by the service's name (`embedding`, `rerank`, `chat`)."""
    users = (parts.projection.embedder, parts.recall.reranker, parts.learn.chat)
    return {
        service.name: (user.model, service)
        for user in users
        if user and isinstance(service := getattr(user, "service", None), Service)
    }


def redactor_of(settings: Settings) -> Callable[[], Redactor]:
    """A fresh redactor for each run, as the settings ask."""
    key = redaction_key_of(settings)
    mark = marks(key) if key else unmarked
    return lambda: Redactor(
        email=settings.redact_email, address=settings.redact_address, mark=mark
    )


def redaction_key_of(settings: Settings) -> bytes | None:
    """The key of the placeholders' hashes; None for a memory on servers of which no
    setting tells it, since each of its users would have another one."""
    if settings.redaction_key:
        return key_of(settings.redaction_key.get_secret_value())
    return key_in(_absolute(settings.home)) if settings.graph == "arcadedb" else None


def engine_of(settings: Settings) -> CypherEngine:
    """The graph that the settings name, opened."""
    if settings.graph == "neo4j":
        with needs("servers", "KGMEM_GRAPH=neo4j"):
            from kgmem.backends.neo4j import Neo4jEngine

        assert settings.neo4j_uri, "Settings.check() saw to it"
        assert settings.neo4j_password, "Settings.check() saw to it"
        return Neo4jEngine.connect(
            settings.neo4j_uri,
            settings.neo4j_user,
            settings.neo4j_password,
            settings.neo4j_database,
            settings.neo4j_timeout,
        )
    try:
        from kgmem.backends.arcadedb import ArcadeEngine
    except ImportError as error:
        raise ConfigurationError(
            f"ArcadeDB can't be loaded on this system ({error}); use a server: "
            'KGMEM_GRAPH=neo4j, after pip install "kgmem[servers]"'
        ) from error

    return ArcadeEngine(
        _absolute(settings.home) / "graph", durability=settings.durability
    )


def index_of(settings: Settings) -> VectorIndex:
    """The vector store that the settings name, opened."""
    if settings.vectors == "qdrant":
        with needs("servers", "KGMEM_VECTORS=qdrant"):
            from kgmem.backends.qdrant import QdrantIndex
            from kgmem.backends.qdrant_requests import Layout

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
    from kgmem.backends.edge import EdgeIndex

    return EdgeIndex(
        _absolute(settings.home) / "vectors", durability=settings.durability
    )


def _absolute(home: Path) -> Path:
    """ArcadeDB fixes its working folder at its first opening: a relative path would
    mean another folder after a `chdir`."""
    return home.absolute()


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


def settings_for(
    settings: Any, *, path: str | Path | None = None, space: str | None = None
) -> Settings:
    """Settings with an embedded memory at `path`, or as they are.

    `settings`: a Settings, a mapping of overrides, or None for the environment.
    """
    overrides: dict[str, Any] = {}
    if path is not None:
        overrides |= {"home": Path(path), "graph": "arcadedb", "vectors": "edge"}
    if space is not None:
        overrides["space"] = space
    if isinstance(settings, Settings):
        return settings.model_copy(update=overrides)
    if settings is None or isinstance(settings, dict):
        for name in settings or ():
            if not isinstance(name, str):
                raise ConfigurationError(f"settings: {shown(name)} is no setting")
        return Settings.load(**{**(settings or {}), **overrides})
    raise ConfigurationError(
        f"settings: a Settings or a dict is needed, not {type(settings).__name__}"
    )
