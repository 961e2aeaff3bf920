"""tasks -> ground -> cluster -> patterns, app by app, then across apps."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgmem.generalize.grouping.cluster import cluster
from kgmem.generalize.patterns.assemble import PatternDraft, merged
from kgmem.generalize.patterns.built_before import BuiltBefore, Outcome, digest
from kgmem.generalize.patterns.join import join_apps
from kgmem.generalize.patterns.keys import pattern_key
from kgmem.generalize.plain import Grounded, TaskRuns
from kgmem.matching.opposites import opposed
from kgmem.model.base import normalize
from kgmem.model.keys.identity import fold_app
from kgmem.model.pattern import Pattern
from kgmem.model.texts.template import parts
from kgmem.model.values.similarity import SimilarityScale

MAX_SPLITS = 12
"""Times that what did not fit a group is grouped again; then each stays alone."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a set of tasks came to."""

    drafts: tuple[PatternDraft, ...] = ()
    refused: tuple[str, ...] = ()
    """What was kept apart, and why."""

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The patterns, without provenance."""
        return tuple(draft.pattern for draft in self.drafts)


@dataclass(frozen=True, slots=True)
class Around:
    """Tasks of which alone the patterns are asked for, and whom they may join."""

    tasks: Collection[str]
    """Ids."""
    patterns: Sequence[Collection[str]]
    """By known pattern the ids of its members: it is replaced as a whole."""


@dataclass
class _Work:
    """Groups that wait, and what came of the others."""

    grounded: Grounded
    contents: Mapping[str, bytes]
    """Digests of the tasks, by id."""
    before: BuiltBefore
    drafts: list[PatternDraft] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def pattern(self, group: Sequence[TaskRuns]) -> Outcome:
        """The group's pattern, and why some of its tasks are not in it."""
        return self.before.pattern(group, self.grounded, self.contents)


def generalize_tasks(
    tasks: Sequence[TaskRuns], *, calibration: SimilarityScale | None = None
) -> Built:
    """The patterns of tasks of any apps; `calibration` is that of their vectors."""
    by_app: dict[str, list[TaskRuns]] = {}
    for task in tasks:
        by_app.setdefault(fold_app(task.app), []).append(task)
    built = [generalize_app(by_app[app], calibration) for app in sorted(by_app)]
    drafts = [draft for one in built for draft in one.drafts]
    joined = join_apps(drafts, {task.task_id: task for task in tasks}, calibration)
    return Built(tuple(joined), tuple(why for one in built for why in one.refused))


def generalize_app(
    tasks: Sequence[TaskRuns],
    calibration: SimilarityScale | None = None,
    before: BuiltBefore | None = None,
    around: Around | None = None,
) -> Built:
    """The patterns of one app's tasks: groups of two and more, and single runs whose
    text has slots. What was built `before` of the same is taken from there; where only
    what is `around` some tasks is asked for, no other group is built."""
    before = before or BuiltBefore()
    by_id = {task.task_id: task for task in tasks}
    contents = {key: digest(task) for key, task in by_id.items()}
    grounded = {k: before.groundings(task, contents[k]) for k, task in by_id.items()}
    work = _Work(grounded, contents, before)
    together = {key: merged(runs) for key, runs in work.grounded.items()}
    groups = cluster(tasks, together, calibration)
    if around is None:
        for group in groups:
            _build_group([by_id[key] for key in group], work, MAX_SPLITS)
    else:
        _build_around(around, groups, by_id, work)
    work.drafts = list(_same_wording(work, by_id))
    work.drafts.sort(key=lambda draft: draft.pattern.pattern_id)
    return Built(tuple(work.drafts), tuple(work.refused))


def _build_around(
    around: Around,
    groups: Sequence[Sequence[str]],
    tasks: Mapping[str, TaskRuns],
    work: _Work,
) -> None:
    """Build the groups with one of the tasks that it is around, those that share a
    known pattern with one that is built, and those that may be worded as a pattern
    which was built: in the order of all groups."""
    made: dict[int, _Work] = {}
    touched, size = {*around.tasks}, -1
    while size != (size := len(made) + len(touched)):
        told = [
            [*_literals(draft.pattern.template)]
            for one in made.values()
            for draft in one.drafts
        ]
        for n, group in enumerate(groups):
            texts = [normalize(tasks[key].text) for key in group]
            is_near = not touched.isdisjoint(group) or _says_one_of(told, texts)
            if n not in made and is_near:
                made[n] = replace(work, drafts=[], refused=[])
                _build_group([tasks[key] for key in group], made[n], MAX_SPLITS)
                touched |= {*group}
        for members in around.patterns:
            if not touched.isdisjoint(members):
                touched |= {*members}
    for _, one in sorted(made.items()):
        work.drafts += one.drafts
        work.refused += one.refused


def _literals(template: str) -> Iterator[str]:
    """What a template says itself, as any text of that wording has it, whatever it ends
    with."""
    for part in parts(template):
        if isinstance(part, str) and (said := normalize(part).rstrip(".。!！ ")):
            yield said


def _says_one_of(told: Sequence[Sequence[str]], texts: Sequence[str]) -> bool:
    """Does one of the texts hold all literals of one of the templates?"""
    return any(
        all(literal in text for literal in literals)
        for literals in told
        for text in texts
    )


def _same_wording(work: _Work, tasks: Mapping[str, TaskRuns]) -> Iterator[PatternDraft]:
    """The drafts, those of one wording as one where all their runs can be told by one
    path: another way of doing the same, or wordings of which no run is known. Not what
    is done with what undoes it."""
    alike: dict[str, list[PatternDraft]] = {}
    for draft in work.drafts:
        alike.setdefault(pattern_key(draft.pattern), []).append(draft)
    for drafts in alike.values():
        members = [tasks[key] for draft in drafts for key in draft.pattern.members]
        may_join = len(drafts) > 1 and not opposed([task.text for task in members])
        whole, apart = work.pattern(members) if may_join else (None, {})
        if whole is None or apart:
            yield from drafts
        else:
            yield whole


def _build_group(group: Sequence[TaskRuns], work: _Work, splits: int) -> None:
    """A pattern of those that fit; the others are grouped again."""
    if splits == 0 and len(group) > 1:
        for task in group:
            _build_group([task], work, 0)
        return
    draft, apart = work.pattern(group)
    if draft is not None:
        kept = [task for task in group if task.task_id not in apart]
        alone, lost = work.pattern(kept) if apart else (draft, {})
        # what is kept apart says nothing of the others' slots
        work.drafts.append(draft if alone is None or lost else alone)
    if not apart or len(group) == 1:
        return
    reasons = Counter(apart.values()).most_common(1)
    work.refused.append(
        f"{len(apart)} of {len(group)} tasks like {_short(group[0].text)!r} kept "
        f"apart: {reasons[0][0]}"
    )
    rest = [task for task in group if task.task_id in apart]
    _build_group(rest, work, splits - 1 if len(rest) < len(group) else 0)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
