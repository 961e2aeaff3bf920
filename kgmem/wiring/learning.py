"""What learns of runs and of what became of plans, put together."""

from collections.abc import Sequence
from dataclasses import dataclass

from kgmem.errors import GraphUnavailable
from kgmem.facts.in_tasks import NamesInTasks
from kgmem.generalize.flow import Generalize
from kgmem.generalize.job.background import Background
from kgmem.generalize.job.live import LivePatterns
from kgmem.generalize.job.workers import Workers
from kgmem.graph.patterns.store import PatternStore
from kgmem.graph.runs.avoidance import AvoidStore
from kgmem.graph.runs.pruning import PruningStore
from kgmem.graph.runs.reports import ReportStore
from kgmem.index.similar import LinkSimilar
from kgmem.learn.afterwards import Afterwards
from kgmem.learn.batch_job import BatchJob
from kgmem.learn.failed_log import FailedLog
from kgmem.learn.flow import Learn
from kgmem.learn.following import PATTERNS, Following
from kgmem.replay.avoidance.flow import Avoid
from kgmem.replay.outcome.replaced import Repairs
from kgmem.replay.outcome.report import Report
from kgmem.replay.prune import Prune
from kgmem.wiring.stores import Stores


@dataclass(frozen=True, kw_only=True)
class Learning:
    """What learns of runs, and of what became of plans."""

    learn: Learn
    report: Report
    patterns: LivePatterns
    generalize: Generalize
    batch_job: BatchJob
    background: Background
    link_similar: LinkSimilar
    avoid: Avoid
    prune: Prune


def learning_of(on: Stores, afterwards: Afterwards) -> Learning:
    settings, store, projection = on.settings, on.store, on.projection
    pattern_store, report_store = PatternStore(store), ReportStore(store)
    workers = Workers(settings.generalize_jobs)
    patterns = LivePatterns(pattern_store, workers.before)
    avoid = Avoid(AvoidStore(store))
    names, repairs = NamesInTasks(store), Repairs(store, projection, report_store)
    generalize = Generalize(
        pattern_store,
        projection,
        workers,
        shared=on.engine.shared,
    )
    link_similar = LinkSimilar(
        store, lambda: projection.index, lambda: projection.embedder
    )

    def learn_repairs(space: str) -> None:
        report.learn_waiting(space)
        repairs.drop_replaced(space)

    batch_job = BatchJob(
        afterwards=afterwards,
        link_names=names.catch_up,
        learn_repairs=learn_repairs,
        generalize=generalize,
        read_patterns=patterns.read_ahead,
        link_similar=link_similar,
        learn_warnings=avoid.rebuild,
    )

    def counted(space: str) -> tuple[int, int]:
        waiting = sum(pattern_store.dirty_apps(space).values())
        return store.count_runs(space), waiting

    def kinds(space: str, tasks: Sequence[str]) -> bool:
        with afterwards.stage(space, PATTERNS, told=GraphUnavailable):
            is_done = generalize.kinds(space, tasks)
            patterns.read_ahead(space)
            return is_done
        return True  # what it left undone, the batch job does

    background = Background(
        batch_job.in_background, settings.generalize_after, counted, kinds=kinds
    )
    learn = Learn(
        store,
        projection,
        FailedLog(settings.logs / "failed_learning_tasks.jsonl"),
        on.new_redactor,
        on.chat,
        Following(
            afterwards=afterwards,
            join_patterns=patterns.learned,
            is_young=patterns.has_few,
            count=background.learned,
            replace_repair=repairs.replaced_by,
            learn_warnings=avoid.learned,
            link_names=names,
        ),
        background.active,
    )
    report = Report(
        report_store,
        patterns,
        lambda run, space, redactor, drafts: learn(
            run, space, redactor=redactor, drop_drafts=drafts
        ),
        on.new_redactor,
        afterwards.stage,
    )
    return Learning(
        learn=learn,
        report=report,
        patterns=patterns,
        generalize=generalize,
        batch_job=batch_job,
        background=background,
        link_similar=link_similar,
        avoid=avoid,
        prune=Prune(
            PruningStore(store),
            pattern_store,
            projection,
            patterns.ranked,
            generalize.forget,
        ),
    )
