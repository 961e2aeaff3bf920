"""A pattern with one more of its runs, before the graph has it."""

from collections.abc import Sequence

from kgmem.graph.rows import RunToStore
from kgmem.model.experience import Stats, with_wins
from kgmem.model.keys.identity import fold_app
from kgmem.model.pattern import (
    Membership,
    Pattern,
    RunSource,
    joined_sources,
    of_app,
    with_claims,
)
from kgmem.model.trust import TrustedSources
from kgmem.model.values.frozen import FrozenDict


def source_of(run: RunToStore, trusted: TrustedSources) -> RunSource:
    """Who recorded the run, as a pattern counts it."""
    given = run.trajectory
    verified = int(given.judge is not None)
    is_trusted = given.source in trusted
    return RunSource(
        source=given.source,
        app=given.app,
        trusted=is_trusted,
        runs=1,
        verified=verified,
    )


def grown(
    pattern: Pattern,
    run: RunToStore,
    membership: Membership,
    source: RunSource | None,
) -> Pattern:
    """The pattern with one more member, or one more run of a member; `source` is that
    of a run that went its path."""
    new = run.task_id not in pattern.memberships
    cases = pattern.success_cases
    ran = source is not None
    sources = joined_sources((*pattern.sources, *filter(None, [source])))
    by_app = {
        app: _with_run(stats, source, of_app(sources, app))
        if source and fold_app(app) == fold_app(source.app)
        else stats
        for app, stats in pattern.app_stats.items()
    }
    # Frozen at once: else each of the members would be looked at.
    memberships = FrozenDict(pattern.memberships, **{run.task_id: membership})
    return pattern.model_copy(
        update={
            "memberships": memberships,
            "members": (*pattern.members, run.task_id) if new else pattern.members,
            "support": pattern.support + (ran if pattern.steps else new),
            "success_cases": (*cases, run.experience_id) if ran else cases,
            "sources": sources,
            "stats": _with_run(pattern.stats, source, sources)
            if source
            else pattern.stats,
            "app_stats": by_app,
        }
    )


def _with_run(stats: Stats, one: RunSource, sources: Sequence[RunSource]) -> Stats:
    """The statistics with one more success that was learned; `sources` have it, too."""
    verified = stats.verified + one.verified
    grown = with_wins(stats, 1).model_copy(update={"verified": verified})
    return with_claims(grown, sources)
