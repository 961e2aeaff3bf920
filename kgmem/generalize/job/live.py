"""The patterns of each space at hand: matched against, grown by what is learned."""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from kgmem.errors import KgmemError, NotFound
from kgmem.generalize.job.background import FEW
from kgmem.generalize.job.growing import grown, source_of
from kgmem.generalize.job.known import MAX_LOOSE, KnownPatterns, Stale
from kgmem.generalize.patterns.assemble import PatternDraft
from kgmem.generalize.patterns.built_before import BuiltBefore, digest
from kgmem.generalize.plain import TaskRuns, runs_of
from kgmem.graph.changes import ALL, Change
from kgmem.graph.patterns.joining import Joining
from kgmem.graph.patterns.store import PatternStore, Single, TaskRow
from kgmem.graph.rows import RunToStore, now_ms
from kgmem.matching.assigning.closeness import Embed
from kgmem.model.base import normalize
from kgmem.model.keys.identity import fold_app
from kgmem.model.pattern import (
    Bindings,
    MemberBindings,
    Membership,
    Pattern,
    PatternMatch,
)
from kgmem.model.texts.template import holes
from kgmem.model.trajectory import Step, followed
from kgmem.paths.unfold import filler_of
from kgmem.paths.walk import recorded, walked


class LivePatterns:
    """Stored patterns and those of single runs that no job has looked at yet.

    Thread-safe. What another process writes is told by the log of the space (`note`),
    and read before the next answer.
    """

    def __init__(self, store: PatternStore, before: BuiltBefore | None = None) -> None:
        """`before`: what the batch job has built, which looks at the same runs."""
        self._store = store
        self._before = before or BuiltBefore()
        self._lock = threading.RLock()
        self._spaces: dict[str, KnownPatterns] = {}
        self._stale: dict[str, Stale] = {}
        self._noting = threading.Lock()
        """Of `_stale`: who notes waits for nobody who reads."""

    def match(
        self, space: str, text: str, app: str | None = None
    ) -> PatternMatch | None:
        """The pattern that the text fits best; None if it fits none."""
        return next(iter(self.ranked(space, text, app, 1)), None)

    def ranked(
        self, space: str, text: str, app: str | None = None, limit: int = 5
    ) -> list[PatternMatch]:
        """The patterns that the text fits, best first."""
        self._store.changes.look(space)
        return self.fitting(space, text, app, limit)

    def fitting(
        self, space: str, text: str, app: str | None = None, limit: int = 5
    ) -> list[PatternMatch]:
        """The same for who has looked at the log of the space a moment ago. A text of a
        member that fits nothing by its words is its pattern's."""
        state = self._ready(space)
        again = state.book.told_again(space, text, app)
        worded = [again] if again else state.book.ranked(text, app, limit)
        return worded or state.own(space, text, app)

    def meant(
        self,
        space: str,
        text: str,
        app: str | None,
        odds: Mapping[str, float],
        embed: Embed | None = None,
    ) -> list[PatternMatch]:
        """As `PatternBook.meant`, for who has looked at the log; the log-odds
        that it is of the kind of a task come by task id."""
        state = self._ready(space)
        near: dict[str | None, float] = {}
        for task, one in sorted(odds.items(), key=lambda pair: pair[1]):
            near[state.pattern_id(task)] = one
        return state.book.meant(text, app, near, embed)

    def patterns(self, space: str, app: str | None = None) -> list[Pattern]:
        """All patterns, of an app those too that hold across apps; best supported
        first."""
        state = self._now(space)
        with self._lock:
            single = {one.pattern_id: one for one in state.single.values()}
            found = [*(single | state.stored).values()]
        chosen = [one for one in found if app is None or fold_app(app) in _apps(one)]
        return sorted(chosen, key=lambda one: (-one.support, one.pattern_id))

    def pattern(self, space: str, pattern_id: str) -> Pattern:
        """One pattern. Raises NotFound."""
        for one in self.patterns(space):
            if one.pattern_id == pattern_id:
                return one
        raise NotFound(f"no pattern {pattern_id} in space {space!r}")

    def known(self, space: str, pattern_id: str) -> Pattern | None:
        """A stored pattern, for who has looked at the log of the space."""
        return self._ready(space).stored.get(pattern_id)

    def has_few(self, space: str, pattern_id: str | None) -> bool:
        """Has a kind, stored or not, so few runs that each new one matters?"""
        state = self._spaces.get(space)
        pattern = state.stored.get(pattern_id or "") if state else None
        return pattern is None or len(pattern.members) < FEW

    def note(self, change: Change) -> None:
        """Read again, before the next answer, what changed."""
        with self._noting:
            stale = self._stale.get(change.space) or Stale()
            if stale.add(change):
                self._stale[change.space] = stale

    def changed(self, space: str) -> None:
        """Read all patterns of the space again when asked."""
        self.note(Change(space, (ALL,)))
        with self._lock:
            self._spaces.pop(space, None)

    def read_ahead(self, space: str) -> None:
        """Read what this process changed before somebody asks, and has to wait; and
        keep what was made of single runs, so that no other process makes it again."""
        with self._lock:
            state = self._ready(space)
            made, state.unkept = state.unkept, {}
        self._keep_singles(space, made)

    def close(self) -> None:
        """Keep what was made of single runs, also of those that others learned."""
        for space, state in self._spaces.items():
            self._keep_singles(space, state.unkept)

    def _keep_singles(self, space: str, made: Mapping[str, Single]) -> None:
        with suppress(KgmemError):  # on a full disk: who needs them makes them again
            self._store.keep_singles(space, made)

    def keep(self, space: str, pattern_id: str) -> None:
        """Store a pattern of a single run that is not stored yet: its plan was
        followed, and what came of it has to be counted somewhere."""
        with self._lock:
            state = self._ready(space)
            if pattern_id in state.stored:
                return
            state = self._now(space)  # it may be another process's plan
            of = (k for k, one in state.single.items() if one.pattern_id == pattern_id)
            task = next(of, None)
            if task is None or pattern_id in state.stored:
                return
            drafts = [self._draft(row) for row in self._store.tasks(space, [task])]
            for draft in filter(None, drafts):
                runs = {draft.pattern.pattern_id: draft.instances}
                self._store.write(space, [draft.pattern], runs, (), {}, at=now_ms())

    def learned(self, runs: Sequence[tuple[RunToStore, bool]]) -> list[str | None]:
        """The pattern that each learned run belongs to; a new one joins the pattern
        that its text fits with nothing left over and that its path follows.

        Runs come with whether they are new.
        """
        found: list[str | None] = [None] * len(runs)
        for space in dict.fromkeys(run.space for run, _ in runs):
            places = [n for n, (run, _) in enumerate(runs) if run.space == space]
            told = self._learned(space, [runs[n] for n in places])
            for n, pattern_id in zip(places, told, strict=True):
                found[n] = pattern_id
        return found

    def _learned(
        self,
        space: str,
        runs: Sequence[tuple[RunToStore, bool]],
        is_first_try: bool = True,
    ) -> list[str | None]:
        """All that join are written together. What is known of the patterns grows
        first, so that the next run finds it; where the graph has it otherwise, all is
        read again, and the runs that could not join try once more."""
        with self._lock:
            state = self._fresh(space)
            wanted: dict[str, Joining] = {}
            foretold: dict[str, bool] = {}
            known = {run.task_id: state.pattern_of.get(run.task_id) for run, _ in runs}
            try:
                found = [
                    self._place(state, run, new, wanted, foretold) for run, new in runs
                ]
                state.reread({one.pattern_id for one in wanted.values()})
                joined = self._store.join(space, list(wanted.values()), foretold)
            except BaseException:
                self.changed(space)
                raise
            if not all(joined):  # a job, or another process, rewrote a pattern
                self.changed(space)
            pairs = zip(wanted, joined, strict=True)
            refused = {task for task, good in pairs if not good}
            if refused and is_first_try:
                return self._learned(space, runs, is_first_try=False)
            for run, _ in runs:
                if run.task_id in wanted and run.trajectory.plan_id is not None:
                    # It may have been counted before.
                    key = wanted[run.task_id].pattern_id
                    self.note(Change(space, (f"pattern {key}",)))
            return [
                known[run.task_id] if run.task_id in refused else pattern_id
                for (run, _), pattern_id in zip(runs, found, strict=True)
            ]

    def _place(
        self,
        state: KnownPatterns,
        run: RunToStore,
        new: bool,
        wanted: dict[str, Joining],
        foretold: dict[str, bool],
    ) -> str | None:
        """The pattern that the run belongs to; if it joins it now, that is noted, and
        so is whether a pattern told the way of a task that is new."""
        known = state.pattern_of.get(run.task_id)
        if not new:
            return known
        joining, as_told = _joining(state, run, known)
        if as_told is not None and run.trajectory.plan_id is None:
            foretold[run.experience_id] = as_told
        if joining is None:
            if known is None:
                state.waiting[run.task_id] = None
            return known
        earlier = wanted.get(run.task_id)
        if earlier is not None:
            instances = {**earlier.instances, **joining.instances}
            joining = replace(joining, instances=instances)
        wanted[run.task_id] = joining
        pattern = state.stored[joining.pattern_id]
        ran = run.experience_id in joining.instances
        source = source_of(run, self._store.trusted) if ran else None
        more = grown(pattern, run, joining.membership, source)
        state.grow(run.task_id, more)
        return more.pattern_id

    # reading ----------------------------------------------------------------------

    def _now(self, space: str) -> KnownPatterns:
        """The space as it is now: the log is read first."""
        self._store.changes.look(space)
        return self._ready(space)

    def _ready(self, space: str) -> KnownPatterns:
        """The space with the single runs of what was learned last in its book."""
        with self._lock:
            state = self._fresh(space)
            if not state.is_loose_known:
                state.find_loose(self._store, space)
            waiting = [one for one in state.waiting if one not in state.pattern_of]
            state.waiting = {}
            if waiting:
                self._add_single(space, state, waiting[-MAX_LOOSE:])
            return state

    def _fresh(self, space: str) -> KnownPatterns:
        """The space with all that was noted of it; single runs wait."""
        with self._lock:
            with self._noting:
                stale = self._stale.pop(space, None)
            try:
                return self._renewed(space, stale)
            except BaseException:
                self.changed(space)  # half of it may be read
                raise

    def _renewed(self, space: str, stale: Stale | None) -> KnownPatterns:
        state = self._spaces.get(space)
        if state is None:
            state = KnownPatterns()
            state.compare(self._store, space)
            self._spaces[space] = state
        elif stale is not None:
            state.renew(self._store, space, stale)
        return state

    def _add_single(self, space: str, state: KnownPatterns, ids: Sequence[str]) -> None:
        singles = self._store.kept_singles(space, ids)
        missing = [task for task in ids if task not in singles]
        for row in self._store.tasks(space, missing):
            draft = self._draft(row)
            pattern = draft.pattern if draft else None
            made = Single(pattern, row.claimed, row.made_of)
            singles[row.task_id] = state.unkept[row.task_id] = made
        for task in ids:
            single = singles.get(task)
            state.put_single(task, single and single.pattern)
            if single:
                state.claims[task] = single.claimed

    def _draft(self, row: TaskRow) -> PatternDraft | None:
        """The pattern of the task's own runs; None if its text has no slot."""
        if row.withheld:
            return None
        task = TaskRuns(row.task_id, row.text, row.app, runs_of(row.runs))
        contents = {task.task_id: digest(task)}
        found = self._before.groundings(task, contents[task.task_id])
        return self._before.pattern([task], {task.task_id: found}, contents)[0]


def _apps(pattern: Pattern) -> set[str]:
    apps: Iterable[str | None] = (one.app for one in pattern.memberships.values())
    return {fold_app(pattern.app)} if pattern.app else {fold_app(app) for app in apps}


def _joining(
    state: KnownPatterns, run: RunToStore, known: str | None
) -> tuple[Joining | None, bool | None]:
    """How the run joins a pattern, or is one more run of its member; None if it is
    neither. And whether it went the way that the pattern which its text fits tells for
    its values; None where that told nothing, or the task was known."""
    given = run.trajectory
    succeeded = given.outcome == "success" and bool(given.steps)
    if known is not None:
        pattern = state.stored[known]
        membership = pattern.memberships[run.task_id]
    elif given.steps and not succeeded:
        return None, None
    else:
        found = _fitting(state, run)
        if found is None:
            return None, None
        pattern, membership = found
    instances = _walked(pattern, membership, given.steps) if succeeded else ()
    tells = known is None and succeeded and bool(pattern.steps)
    as_told = instances is not None if tells else None
    if instances is None or (known is not None and not instances):
        return None, as_told
    joining = Joining(
        pattern.pattern_id,
        run.task_id,
        membership,
        {run.experience_id: instances} if instances else {},
        pattern.version,
    )
    return joining, as_told


def _fitting(
    state: KnownPatterns, run: RunToStore
) -> tuple[Pattern, Membership] | None:
    """The stored pattern that the text fits with nothing unbound or unexplained."""
    for match in state.book.worded(run.trajectory.task, run.trajectory.app, 3):
        pattern = state.stored.get(match.pattern.pattern_id)
        if pattern is None or match.unbound or match.unexplained:
            continue
        membership = _membership(pattern, match, run)
        if membership is not None:
            return pattern, membership
    return None


def _membership(
    pattern: Pattern, match: PatternMatch, run: RunToStore
) -> Membership | None:
    """The match as a membership, if one of the wordings gives the very text back."""
    text = run.trajectory.task
    bindings = dict(match.bindings)
    for wording, template in enumerate((pattern.template, *pattern.wordings)):
        member = Membership(
            bindings=bindings,
            wording=wording,
            separators=dict(_separators(bindings, text)),
            app=run.trajectory.app,
        )
        slots = {hole.slot for hole in holes(template)}
        if slots <= bindings.keys() and normalize(
            pattern.fill(MemberBindings(member, template))
        ) == normalize(text):
            return member
    return None


def _separators(bindings: Bindings, text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What stands between the items of each list in the text."""
    for name, items in bindings.items():
        if isinstance(items, str):
            continue
        between, end = [], None
        for item in items:
            start = text.find(item, end or 0)
            if start < 0:
                break
            if end is not None:
                between.append(text[end:start])
            end = start + len(item)
        yield name, tuple(between)


def _walked(
    pattern: Pattern, membership: Membership, steps: Sequence[Step]
) -> tuple[int | None, ...] | None:
    """Which pattern step each step is an instance of; None if the run goes another
    way, or the pattern knows none."""
    if not pattern.steps:
        return None
    path = recorded(followed(steps))
    taken = walked(filler_of(pattern), membership.bindings, path)
    if taken is None:
        return None
    return tuple(None if filled is None else filled.n for filled in taken)
