"""Patterns of different apps that differ by their app alone become one, with an
`{app}` slot."""

from collections.abc import Mapping, Sequence

from kgmem.generalize.grouping.cluster import cluster
from kgmem.generalize.patterns.assemble import (
    PatternDraft,
    build_pattern,
    groundings,
    merged,
)
from kgmem.generalize.plain import Grounded, TaskRuns
from kgmem.language.words import folds
from kgmem.model.experience import Stats, decayed_lower_bound
from kgmem.model.keys.identity import fold_app
from kgmem.model.kind import form_of
from kgmem.model.pattern import Pattern
from kgmem.model.values.similarity import SimilarityScale


def join_apps(
    drafts: Sequence[PatternDraft],
    tasks: Mapping[str, TaskRuns],
    calibration: SimilarityScale | None = None,
) -> list[PatternDraft]:
    """The drafts, those of one kind in several apps joined; `tasks` by id holds all
    members.

    Only patterns whose wording names their app can join: else no text would tell
    which app is meant. What was joined is verified as within an app, statistics stay
    per app (`app_stats`).
    """
    naming = {
        draft.pattern.members[0]: draft
        for draft in drafts
        if names_app(draft.pattern, tasks)
    }
    speakers = [tasks[key] for key in naming]
    grounded = {task.task_id: merged(groundings(task)) for task in speakers}
    joined: list[PatternDraft] = []
    gone: set[str] = set()
    for group in cluster(speakers, grounded, calibration):
        one, parts = _joined([naming[key] for key in group], tasks)
        if one is not None:
            joined.append(one)
            gone |= {part.pattern.pattern_id for part in parts}
    kept = [draft for draft in drafts if draft.pattern.pattern_id not in gone]
    return sorted([*kept, *joined], key=lambda draft: draft.pattern.pattern_id)


def names_app(pattern: Pattern, tasks: Mapping[str, TaskRuns]) -> bool:
    """Does the wording of a pattern with a path name the app?"""
    if pattern.app is None or not pattern.steps:
        return False
    name, text = folds(pattern.app), folds(tasks[pattern.members[0]].text)
    return any(text[n : n + len(name)] == name for n in range(len(text)))


def _joined(
    parts: Sequence[PatternDraft], tasks: Mapping[str, TaskRuns]
) -> tuple[PatternDraft | None, Sequence[PatternDraft]]:
    """One pattern of all parts whose members agree, and these parts; None if they are
    of one app or differ in more."""
    while len({fold_app(part.pattern.app) for part in parts}) > 1:
        members = [tasks[key] for part in parts for key in part.pattern.members]
        grounded: Grounded = {task.task_id: groundings(task) for task in members}
        draft, apart = build_pattern(members, grounded)
        if draft is None or not _has_app(draft.pattern):
            break
        if not apart:
            update = {"app": None, "app_stats": _stats_by_app(parts)}
            pattern = draft.pattern.model_copy(update=update)
            return PatternDraft(pattern, draft.instances), parts
        parts = [part for part in parts if not apart.keys() & {*part.pattern.members}]
    return None, ()


def _has_app(pattern: Pattern) -> bool:
    return any(form_of(slot.kind).is_app for slot in pattern.slots)


def _stats_by_app(parts: Sequence[PatternDraft]) -> dict[str, Stats]:
    counted: dict[str, Stats] = {}
    for part in parts:
        app, own = part.pattern.app or "", part.pattern.stats
        known = counted.get(app, Stats())
        wins = known.wins + own.wins
        counted[app] = Stats(
            wins=wins,
            verified=known.verified + own.verified,
            untrusted=known.untrusted + own.untrusted,
            lower_bound=decayed_lower_bound(wins, 0),
        )
    return counted
