"""changed apps -> tasks -> patterns -> known ids -> graph: the batch job."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from types import MappingProxyType

from kgmem.errors import NotFound
from kgmem.generalize.job.background import FEW, Cancelled
from kgmem.generalize.job.workers import Workers
from kgmem.generalize.patterns.assemble import PatternDraft
from kgmem.generalize.patterns.build import Around, Built, generalize_app
from kgmem.generalize.patterns.join import join_apps, names_app
from kgmem.generalize.patterns.keys import pattern_key
from kgmem.generalize.patterns.reconcile import Old, Reconciled, reconcile
from kgmem.generalize.plain import TaskRuns, runs_of
from kgmem.graph.lease import Beat, Lease, on_a_thread
from kgmem.graph.patterns.rows import PatternChange
from kgmem.graph.patterns.store import PatternStore, TaskRow
from kgmem.graph.rows import moment_of, now_ms
from kgmem.index.projection import Projection
from kgmem.index.similar import ALIKE
from kgmem.model.keys.identity import fold_app
from kgmem.model.pattern import GeneralizeReport, Pattern
from kgmem.model.values.arguments import no_such
from kgmem.model.values.batches import batches
from kgmem.ports import VectorQuery

Progress = Callable[[int, int | None], None]

PAGE = 2_000
"""Tasks read at once, with the steps of their runs."""
MAX_NEIGHBOURS = 2_000
"""Patterns of unchanged apps that changed ones may join; the best supported."""


@dataclass(frozen=True, slots=True)
class Generalize:
    """The batch job over a graph and its projection."""

    store: PatternStore
    projection: Projection
    workers: Workers
    shared: bool = False
    """Can other processes use the graph? Then a lease keeps their jobs apart."""
    locks: dict[str, threading.Lock] = field(default_factory=dict)
    """By space: one job at a time in this process; others wait."""
    beat: Beat = on_a_thread
    """What renews the lease."""
    clock: Callable[[], float] = time.monotonic
    """Seconds, for telling how long a lease that can't be renewed still holds."""

    def __call__(
        self,
        space: str,
        app: str | None = None,
        *,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> GeneralizeReport:
        """Bring the patterns of all apps that changed (or of `app`, if it did) up to
        date. Raises JobRunning while another process does, or once one took over since
        this one showed no life."""
        start = time.perf_counter()
        with self.alone(space) as alive:
            job = _Job(self, space, alive, progress, stop or threading.Event())
            report = job.run(app)
        return report.model_copy(update={"seconds": time.perf_counter() - start})

    def kinds(self, space: str, tasks: Sequence[str]) -> bool:
        """Bring the kinds that these new tasks are of up to date, where they have few
        runs: from the tasks nearest to them, as the job does from all of an app. What
        a job looked at since is done. False if a run joined one of them meanwhile, and
        nothing changed. Raises JobRunning as it does."""
        with self.alone(space) as alive:
            new = self.store.pending(space, tasks)
            job = _Job(self, space, alive, None, threading.Event())
            return not new or job.run_kinds(new)

    def history(self, space: str, pattern_id: str) -> list[str]:
        """What became of a pattern, a line for each version, oldest first."""
        return [_told(change) for change in self.store.history(space, pattern_id)]

    def forget(self, pattern: Pattern, space: str) -> int:
        """Delete a pattern and keep it from being learned again; 1."""
        with self.alone(space):
            self.store.forget(space, pattern.pattern_id, pattern_key(pattern))
        return 1

    def alone(self, space: str) -> Lease:
        """The right to write patterns of a space: no job runs while it is held."""
        lock = self.locks.setdefault(space, threading.Lock())
        leases = self.store.leases if self.shared else None
        name, doing = f"generalize:{space}", "learns the patterns of this space"
        return Lease(leases, name, lock, doing, beat=self.beat, clock=self.clock)


@dataclass(slots=True)
class _Job:
    """One pass over a space."""

    flow: Generalize
    space: str
    lease: Lease
    progress: Progress | None
    stop: threading.Event
    claims: dict[str, str | None] = field(default_factory=dict)
    """By task id, the mark with which it was read."""
    withheld: set[str] = field(default_factory=set)
    """Tasks of which all runs are quarantined."""

    def run(self, app: str | None) -> GeneralizeReport:
        old = self.flow.store.load(self.space)
        apps = self._changed(app, old)
        if not apps:
            self._refuse_unknown(app)
            return GeneralizeReport(patterns=len(old), coverage=1.0)
        drafts, refused, tasks = self._learned(apps)
        drafts, affected = self._across_apps(drafts, tasks, old, set(apps))
        kept, done, stale = self._renewed(drafts, affected)
        refused += [
            f"pattern {key} waits for the next job: a run of it was forgotten meanwhile"
            for key in stale
        ]
        covered = {key for draft in kept for key in draft.pattern.members}
        return GeneralizeReport(
            tasks=len(self.claims),
            patterns=len(old) + len(done.created - set(stale)) - len(done.retired),
            created=len(done.created - set(stale)),
            updated=len(done.written) - len(done.created | set(stale)),
            retired=len(done.retired),
            refused=tuple(refused),
            coverage=len(covered & self.claims.keys()) / max(1, len(self.claims)),
        )

    def run_kinds(self, new: Sequence[str]) -> bool:
        """No task counts as looked at: the next job of the space sees all of them. A
        task joins none of another app."""
        near = sorted({*new, *self._nearest(new)})
        placed = self.flow.store.placed(near)
        apps = {fold_app(placed[key][0]) for key in new if key in placed}
        belongs = {k: one for k, (app, one) in placed.items() if fold_app(app) in apps}
        ids = sorted({one for one in belongs.values() if one})
        known = self.flow.store.load(self.space, ids=ids)
        few = [one for one in known if one.app and len(one.members) < FEW]
        members = {key for one in few for key in one.members}
        loose = {key for key, one in belongs.items() if one is None}
        tasks = self._by_id(sorted(loose | members)).values()
        built = [
            generalize_app(
                [task for task in tasks if fold_app(task.app) == app],
                self.flow.projection.embedder.calibration,
                self.flow.workers.before,
                Around(new, [one.members for one in few]),
            )
            for app in sorted(apps)
        ]
        drafts = [draft for one in built for draft in one.drafts]
        touched, affected = _with_heirs(drafts, few, {*new})
        sizes = {one.pattern_id: len(one.members) for one in affected}
        _, _, stale = self._renewed(touched, affected, sizes)
        return not stale

    def _renewed(
        self,
        drafts: Sequence[PatternDraft],
        old: Sequence[Pattern],
        sizes: Mapping[str, int] = MappingProxyType({}),
    ) -> tuple[list[PatternDraft], Reconciled, list[str]]:
        """The drafts in the place of the old patterns, once they are written: those
        that nobody forgot, what became of them, and keys of those that have to wait."""
        gone = self.flow.store.tombstones(self.space)
        kept = [draft for draft in drafts if pattern_key(draft.pattern) not in gone]
        done = reconcile(kept, list(map(Old.of, old)))
        return kept, done, self._write(done, sizes)

    # reading ----------------------------------------------------------------------

    def _nearest(self, tasks: Sequence[str]) -> Iterator[str]:
        """Ids of the tasks that are most like these by their vectors."""
        vectors = self.flow.projection.vectors(self.space, tasks)
        asked = [
            VectorQuery(self.space, ("task",), ALIKE, dense=vector)
            for vector in vectors.values()
        ]
        index = self.flow.projection.index
        for answer in index.search("experiences", asked) if asked else ():
            yield from (hit.point_id for hit in answer.dense)

    def _changed(self, app: str | None, old: Sequence[Pattern]) -> list[str]:
        """Folded names of the apps to work on, with those that share a pattern with
        one of them."""
        changed = {fold_app(name) for name in self.flow.store.dirty_apps(self.space)}
        if app is not None:
            changed &= {fold_app(app)}
        shared = [
            {fold_app(one.app) for one in pattern.memberships.values()}
            for pattern in old
            if pattern.app is None
        ]
        while more := [apps for apps in shared if apps & changed and apps - changed]:
            changed |= set().union(*more)
        return sorted(changed)

    def _refuse_unknown(self, app: str | None) -> None:
        """Raise NotFound for an app of which there is no task."""
        known = {fold_app(one): one for one in self.flow.store.apps(self.space) if one}
        if app is not None and fold_app(app) not in known:
            raise NotFound(no_such("app", app, known.values()))

    def _learned(
        self, apps: Sequence[str]
    ) -> tuple[list[PatternDraft], list[str], dict[str, TaskRuns]]:
        """Drafts, refusals and the tasks of these apps."""
        tasks: dict[str, TaskRuns] = {}
        names = self._names(apps)
        total = sum(count for _, count in names.values())

        def read() -> Iterator[list[TaskRuns]]:
            for app in apps:
                listed = list(self._tasks(names[app][0]))
                tasks.update((task.task_id, task) for task in listed)
                yield listed

        drafts: list[PatternDraft] = []
        refused: list[str] = []
        done = 0
        calibration = self.flow.projection.embedder.calibration
        for app, built in zip(
            apps, self.flow.workers(read(), calibration), strict=True
        ):
            self._check()
            drafts += built.drafts
            refused += _said(app, built)
            done += names[app][1]
            if self.progress:
                self.progress(done, total)
        return drafts, refused, tasks

    def _names(self, apps: Sequence[str]) -> dict[str, tuple[list[str | None], int]]:
        """By folded name, the spellings of an app and its number of tasks."""
        found: dict[str, tuple[list[str | None], int]] = {}
        for name, count in self.flow.store.apps(self.space).items():
            spelled, counted = found.get(fold_app(name), ([], 0))
            found[fold_app(name)] = ([*spelled, name], counted + count)
        return {app: found.get(app, ([], 0)) for app in apps}

    def _tasks(self, spellings: Sequence[str | None]) -> Iterator[TaskRuns]:
        for name in spellings:
            for ids in batches(self.flow.store.tasks_of(self.space, name), PAGE):
                self._check()
                rows = self.flow.store.tasks(self.space, ids)
                self.claims.update((row.task_id, row.claimed) for row in rows)
                self.withheld |= {row.task_id for row in rows if row.withheld}
                yield from self._plain([row for row in rows if not row.withheld])

    def _plain(self, rows: Sequence[TaskRow]) -> list[TaskRuns]:
        ids = [row.task_id for row in rows]
        vectors = self.flow.projection.vectors(self.space, ids)
        return [
            TaskRuns(
                row.task_id,
                row.text,
                row.app,
                runs_of(row.runs),
                tuple(vectors[row.task_id]) if row.task_id in vectors else None,
            )
            for row in rows
        ]

    def _across_apps(
        self,
        drafts: Sequence[PatternDraft],
        tasks: Mapping[str, TaskRuns],
        old: Sequence[Pattern],
        changed: set[str],
    ) -> tuple[list[PatternDraft], list[Pattern]]:
        """The drafts joined across apps, also with patterns of apps that did not
        change; and the old patterns whose place they take. One of which all runs are
        quarantined stays as it is."""
        known = [p for p in old if not self.withheld.issuperset(p.members)]
        affected = [p for p in known if _apps(p) & changed]
        others = [p for p in old if not _apps(p) & changed and p.app and p.steps]
        others = sorted(others, key=lambda p: -p.support)[:MAX_NEIGHBOURS]
        speakers = self._speakers(others)
        near = [p for p in others if names_app(p, speakers)]
        ids = [key for p in near for key in p.members if key not in speakers]
        spoken = {**tasks, **speakers, **self._by_id(ids)}
        calibration = self.flow.projection.embedder.calibration
        joined = join_apps(
            [*drafts, *(PatternDraft(p, {}) for p in near)], spoken, calibration
        )
        untouched = {p.pattern_id for p in near}
        taken = {
            key for d in joined if d.pattern.app is None for key in d.pattern.members
        }
        affected += [p for p in near if taken & set(p.members)]
        return [d for d in joined if d.pattern.pattern_id not in untouched], affected

    def _speakers(self, patterns: Sequence[Pattern]) -> dict[str, TaskRuns]:
        return self._by_id([pattern.members[0] for pattern in patterns])

    def _by_id(self, ids: Sequence[str]) -> dict[str, TaskRuns]:
        found: dict[str, TaskRuns] = {}
        for n in range(0, len(ids), PAGE):
            rows = self.flow.store.tasks(self.space, ids[n : n + PAGE])
            found.update((one.task_id, one) for one in self._plain(rows))
        return found

    # writing ----------------------------------------------------------------------

    def _write(self, done: Reconciled, sizes: Mapping[str, int]) -> list[str]:
        """Ids of patterns that were not written, see `PatternStore.write`."""
        self._check()
        return self.flow.store.write(
            self.space,
            [draft.pattern for draft in done.written],
            {draft.pattern.pattern_id: draft.instances for draft in done.written},
            done.retired,
            self.claims,
            history=done.history,
            sizes=sizes,
            at=now_ms(),
            first=self.lease.hold,
        )

    def _check(self) -> None:
        """Raise Cancelled if the memory closes, JobRunning if another took over."""
        if self.stop.is_set():
            raise Cancelled
        self.lease.check()


def _with_heirs(
    drafts: Sequence[PatternDraft], old: Sequence[Pattern], new: Set[str]
) -> tuple[list[PatternDraft], list[Pattern]]:
    """The drafts of new tasks, with all that share an old pattern with one of them, and
    those old patterns. A single run that is in none is no pattern yet."""
    touched, shared = {*new}, list[Pattern]()
    while True:
        for draft in drafts:
            if touched.intersection(draft.pattern.members):
                touched |= {*draft.pattern.members}
        more = [p for p in old if p not in shared and touched.intersection(p.members)]
        if not more:
            break
        shared += more
        touched |= {key for pattern in more for key in pattern.members}
    inherited = {key for pattern in shared for key in pattern.members}
    wanted = [
        draft
        for draft in drafts
        if touched.intersection(draft.pattern.members)
        and (len(draft.pattern.members) > 1 or inherited & {*draft.pattern.members})
    ]
    return wanted, shared


def _told(change: PatternChange) -> str:
    """Such as `version 2, 2026-01-31 12:00: changed, from 3 to 5 members`."""
    at = moment_of(change.at)
    day = f", {at:%Y-%m-%d %H:%M}" if at else ""
    return f"version {change.version}{day}: {change.what}"


def _apps(pattern: Pattern) -> set[str]:
    """Folded names of the apps that its members belong to."""
    if pattern.app is not None:
        return {fold_app(pattern.app)}
    return {fold_app(one.app) for one in pattern.memberships.values()}


def _said(app: str, built: Built) -> list[str]:
    return [f"{app}: {why}" if app else why for why in built.refused]
