"""What a path that only an agent claims to have worked is held against: the other runs
of its task and of its app."""

from collections.abc import Iterator, Mapping, Sequence

from kgmem.graph.read_rows import StoredRun
from kgmem.language.irreversible import is_irreversible
from kgmem.model.trajectory import followed
from kgmem.model.values.reason import Doubt
from kgmem.recall.routing.sites import doubts_about_sites_of

OUTNUMBERS = 3.0
"""A path with so many times the successes of another of the same kind is the usual
one."""


def doubts_about_source(
    run: StoredRun,
    others: Sequence[StoredRun],
    sure: Sequence[StoredRun],
    runs: Mapping[str, StoredRun],
) -> Iterator[Doubt]:
    """Reasons against the path of a run that no judge confirmed. `others` are successes
    of the task on other paths, `sure` those of them whose path is verified, `runs` all
    that were read."""
    early = ends_beyond_return(others) and not ends_beyond_return([run])
    yield from doubts_about_claim(is_beside_sure=bool(sure), ends_early=early)
    yield from doubts_about_sites_of(run, runs.values())


def doubts_about_claim(*, is_beside_sure: bool, ends_early: bool) -> Iterator[Doubt]:
    """Of a path that is only claimed: that it stands beside a verified one, or lacks a
    step of the others that can't be taken back."""
    if is_beside_sure:
        yield Doubt.because("unproven", "claimed")
    elif ends_early:
        yield Doubt.because("unproven", "ends_early")


def ends_beyond_return(runs: Sequence[StoredRun]) -> bool:
    """Does one of these paths have a step that can't be taken back?"""
    return any(
        is_irreversible(step.action, step.target, step.value, step.params)
        for run in runs
        for step in followed(run.experience.steps)
    )
