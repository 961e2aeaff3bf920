"""Settings -> parts. The only room that names backends."""

from contextlib import ExitStack
from dataclasses import replace
from functools import cache, partial
from typing import Any

from kgmem.backends.chosen import (
    CACHE,
    embedder_of,
    engine_of,
    index_of,
)
from kgmem.config import Settings
from kgmem.extras import brought
from kgmem.graph import migrate
from kgmem.graph.runs.calibration import CalibrationStore
from kgmem.language import chinese
from kgmem.learn.afterwards import Afterwards
from kgmem.learn.histories.learn import LearnRaw
from kgmem.operate.capabilities import InUse
from kgmem.operate.metrics.counters import Counters
from kgmem.pace import look_less_often
from kgmem.ports import CypherEngine, Embedder, VectorIndex
from kgmem.recall.answering import CountedRecall
from kgmem.recall.caching.cache import AnswerCache
from kgmem.recall.flow import Recall
from kgmem.recall.judge import Judge
from kgmem.replay.avoidance.steer import steer
from kgmem.replay.effects.checks import Effects
from kgmem.replay.outcome.calibrate import Calibrate
from kgmem.search.for_recall import FactsForTasks
from kgmem.spans import trace_as
from kgmem.wiring.knowing import Knowing, knowing_of
from kgmem.wiring.learning import Learning, learning_of
from kgmem.wiring.operating import (
    UNKEYED,
    decide_of,
    measure_of,
    operate_of,
    seeing_of,
)
from kgmem.wiring.parts import Parts
from kgmem.wiring.stores import Stores, is_chinese, redaction_key_of, stores_of

__all__ = ["CACHE", "Parts", "assemble", "embedder_of", "engine_of", "index_of", "wire"]


def wire(
    settings: Settings,
    embedder: Embedder | None = None,
    *,
    is_older_read: bool = False,
) -> Parts:
    """Open the stores that the settings name and put the flows on them; with
    `is_older_read` also where an older version made them, for a backup.

    Raises ConfigurationError, MemoryLocked, SchemaOutOfDate or StoreUnavailable;
    nothing stays open then.
    """
    settings.check()
    trace_as(settings.otel)
    chosen, fallback = embedder_of(settings, embedder)
    with ExitStack() as opened:
        engine = engine_of(settings)
        opened.callback(engine.close)
        index = index_of(settings)
        opened.callback(index.close)
        parts = replace(
            assemble(
                settings, engine, index, chosen, fallback, is_older_read=is_older_read
            ),
            given_embedder=embedder is not None,
        )
        if is_chinese(parts.store, settings.space):
            chinese.load_ahead()
        opened.pop_all()  # from here on Parts closes them
    return parts


def assemble(
    settings: Settings,
    engine: CypherEngine,
    index: VectorIndex,
    embedder: Embedder,
    fallback: str | None = None,
    *,
    is_older_read: bool = False,
) -> Parts:
    """The flows on an open graph, an index and an embedder.

    A graph without a schema gets it; another version's raises SchemaOutOfDate, an older
    one's not where it `is_older_read`.
    """
    look_less_often()
    migrate.ensure_new(engine)
    migrate.require_current(engine, is_older_read=is_older_read)
    key = redaction_key_of(settings, shared=engine.shared)
    on = stores_of(settings, engine, index, embedder, key)
    afterwards = Afterwards()
    learning = learning_of(on, afterwards)
    calibrate = Calibrate(CalibrationStore(on.store))
    on.changes.tell(learning.patterns.note, learning.avoid.note, calibrate.note)
    knowing = knowing_of(on)
    on.changes.tell(knowing.facts.predicates.note, on.projection.factless.note)
    if engine.shared:  # others may rebuild the index
        on.changes.follow_index(
            lambda: on.projection.generation.number, on.projection.expect
        )
    used = InUse(
        engine=on.engine,
        projection=on.projection,
        extraction=lambda: knowing.facts.get_reader().capabilities(),
        reranker=on.reranker,
        chat=on.chat,
        judge=on.judge,
        fallback=fallback,
        unkeyed=None if key else UNKEYED,
    )
    recall = recall_of(on, learning, knowing, calibrate)
    counters, most = Counters(), settings.cache_answers
    kept = AnswerCache(most) if most and on.version else None
    return Parts(
        settings=settings,
        engine=on.engine,
        store=on.store,
        projection=on.projection,
        **vars(learning),
        **vars(knowing),
        learn_raw=LearnRaw(learning.learn),
        get_people=cache(partial(_people, on, knowing)),
        recall=recall,
        answer=CountedRecall(recall, counters.recalled, on.version or str, kept),
        calibrate=calibrate,
        operate=operate_of(on, learning, knowing, used, afterwards),
        decide=decide_of(on, learning),
        effects=Effects(on.store, seeing_of(settings)),
        metrics=measure_of(on, used, counters, kept),
    )


def recall_of(
    on: Stores, learning: Learning, knowing: Knowing, calibrate: Calibrate
) -> Recall:
    return Recall(
        on.store,
        on.projection,
        on.reranker,
        learning.patterns.fitting,
        steer,
        calibrate.curve,
        learning.avoid.near,
        FactsForTasks(knowing.search, knowing.asking.among),
        learning.patterns.meant,
        learning.avoid.kin,
        Judge(on.judge) if on.judge else None,
    )


def _people(on: Stores, knowing: Knowing) -> Any:
    people_of = brought("kgmem.people", "people", "people", "what is known of people")
    return people_of(on, knowing)
