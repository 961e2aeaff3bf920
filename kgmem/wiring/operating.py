"""What operators ask, put together."""

from functools import partial

from kgmem.backends.chosen import GRAPHS
from kgmem.backends.effects.looking import Looking, folders_of, hosts_of
from kgmem.config import Settings
from kgmem.generalize.patterns.keys import stored_key
from kgmem.graph.decisions import DecisionStore
from kgmem.graph.runs import forget as forgetting
from kgmem.graph.spaces.measuring import Measuring
from kgmem.learn.afterwards import Afterwards
from kgmem.learn.prepare import source_key
from kgmem.model.health import Finding
from kgmem.operate.capabilities import InUse
from kgmem.operate.decide import Decide
from kgmem.operate.flow import AskLimits, Operate
from kgmem.operate.forget import Forget
from kgmem.operate.metrics.counters import Counters
from kgmem.operate.metrics.measure import MeasureSpace
from kgmem.operate.stats import outbox_depth
from kgmem.recall.answering import LEVEL
from kgmem.recall.caching.cache import AnswerCache
from kgmem.replay.effects.checks import Seeing
from kgmem.wiring.knowing import Knowing
from kgmem.wiring.learning import Learning
from kgmem.wiring.stores import Stores

UNKEYED = Finding(
    severity="info",
    message="hidden values on pages are not recognised again, as their hashes have no "
    "key",
    cure="set KGMEM_REDACTION_KEY to the same for all who use these servers",
)


def operate_of(
    on: Stores,
    learning: Learning,
    knowing: Knowing,
    used: InUse,
    afterwards: Afterwards,
) -> Operate:
    settings = on.settings
    return Operate(
        engine=on.engine,
        store=on.store,
        projection=on.projection,
        used=used,
        left_undone=afterwards,
        alone=learning.generalize.alone,
        make_up=learning.batch_job,
        ways_to_forget=_ways_to_forget(on, learning, knowing),
        wording=stored_key,
        limits=AskLimits(settings.cypher_timeout, settings.cypher_max_rows),
        new_graph=lambda home: GRAPHS["arcadedb"](
            settings.model_copy(update={"home": home})
        ),
    )


def decide_of(on: Stores, learning: Learning) -> Decide:
    def has_pattern(space: str, key: str) -> bool:
        return any(one.pattern_id == key for one in learning.patterns.patterns(space))

    def stored_source(key: str) -> str:
        return source_key(key, on.new_redactor().text(key)) or key

    return Decide(
        DecisionStore(on.store), learning.patterns.keep, has_pattern, stored_source
    )


def measure_of(
    on: Stores, used: InUse, counters: Counters, cache: AnswerCache | None
) -> MeasureSpace:
    """What takes the metrics."""
    return MeasureSpace(
        Measuring(on.store),
        used,
        counters,
        partial(outbox_depth, on.store, on.projection),
        lambda: {LEVEL: cache.use()} if cache else {},
    )


def seeing_of(settings: Settings) -> Seeing:
    """What looks where the settings allow it."""
    looking = Looking(
        hosts_of(settings.verify_hosts), folders_of(settings.verify_folders)
    )
    return Seeing(looking, settings.verify_patience)


def _ways_to_forget(
    on: Stores, learning: Learning, knowing: Knowing
) -> dict[str, Forget]:
    """By the name of the id."""

    def runs(space: str, task: str | None, run: str | None) -> int:
        count = forgetting.forget(on.store, space, task, run)
        on.projection.drain(force=True)  # what the index can't do now waits
        return count

    def pattern(space: str, key: str) -> int:
        found = learning.patterns.pattern(space, key)
        return learning.generalize.forget(found, space)

    def avoidance(space: str, key: str) -> int:
        learning.avoid.forget(space, key)
        return 1

    return {
        "task_id": lambda space, key: runs(space, key, None),
        "experience_id": lambda space, key: runs(space, None, key),
        "pattern_id": pattern,
        "avoidance_id": avoidance,
        "fact_id": knowing.facts.forget,
        "document_id": knowing.documents.forget,
    }
