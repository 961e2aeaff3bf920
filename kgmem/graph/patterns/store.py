"""PatternStore: what generalizing and matching ask of the graph, in their words."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from kgmem.graph.changes import ALL, Changes, many
from kgmem.graph.known_tasks import paths_of
from kgmem.graph.lease import GraphLeases
from kgmem.graph.patterns.joining import Joined, Joining, Joinings
from kgmem.graph.patterns.locked import Instances, lock_tasks
from kgmem.graph.patterns.read import patterns_of, read_parts, torn
from kgmem.graph.patterns.rows import PatternChange, members_of, tombstone_id
from kgmem.graph.patterns.write import BATCH, Job, batches, retire
from kgmem.graph.query_files import each, query
from kgmem.graph.read_rows import step_of
from kgmem.graph.store import GraphStore
from kgmem.model.decision import APPROVED
from kgmem.model.keys.identity import app_id, fold_app
from kgmem.model.pattern import Pattern, RunSource
from kgmem.model.trajectory import Step, followed
from kgmem.model.trust import TrustedSources
from kgmem.ports import Row, Transaction
from kgmem.version import __version__

T = TypeVar("T")

PAGE = 1_000
"""Patterns or tasks that are taken at once."""
RETRIES = 3
"""Times that a pattern is read which is just being written."""


class KnownRun(NamedTuple):
    """A success as it is generalized."""

    experience_id: str
    path: tuple[Step, ...]
    """Without the elements of pages."""
    source: RunSource
    """Who recorded it."""
    verified: bool = False
    """Is its path verified?"""


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A task as it is generalized."""

    task_id: str
    text: str
    app: str | None
    claimed: str | None
    """The mark of the last transaction that changed the task or its runs."""
    runs: tuple[KnownRun, ...]
    """Its newest successes, newest first."""
    withheld: bool = False
    """Are all of its runs quarantined? Then nothing is learned from it."""
    made_of: str = ""
    """A digest of what the pattern of its own runs is made of."""


class Single(NamedTuple):
    """The pattern of one task's own runs, which no job has looked at yet."""

    pattern: Pattern | None
    """None if its text has no slot."""
    claimed: str | None
    made_of: str
    """Both as in its `TaskRow`."""

    @property
    def text(self) -> str:
        """JSON of the pattern; empty for none."""
        kept = self.pattern
        return kept.model_dump_json(exclude_defaults=True) if kept else ""


class PatternStore:
    """Patterns in any CypherEngine; all operations are scoped to a space."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self.leases = GraphLeases(store.engine)

    # what there is to learn from --------------------------------------------------

    def dirty_apps(self, space: str) -> dict[str | None, int]:
        """By app, as it is spelled: tasks that changed since a job looked at them."""
        rows = self._store.read("pending_apps", space=space)
        return {row["app"]: row["tasks"] for row in rows}

    def apps(self, space: str) -> dict[str | None, int]:
        """By app, as it is spelled: its tasks."""
        rows = self._store.read("apps_of_tasks", space=space)
        return {row["app"]: row["tasks"] for row in rows}

    def pending(self, space: str, ids: Sequence[str]) -> list[str]:
        """Those of these tasks that changed since a job looked at them."""
        rows = self._store.read("pending_of_tasks", space=space, ids=list(ids))
        return [row["task_id"] for row in rows]

    def claims(self, space: str, limit: int) -> dict[str, str | None]:
        """Tasks that changed since a job looked at them, newest first, with the mark
        of the last transaction that changed each."""
        rows = self._store.read("pending_tasks", space=space, limit=limit)
        return {row["task_id"]: row["claimed"] for row in rows}

    def tasks_of(self, space: str, app: str | None) -> list[str]:
        """Ids of the tasks of an app, as it is spelled, in order."""
        if app is None:
            rows = self._store.read("tasks_without_app", space=space)
        else:
            rows = self._store.read("tasks_of_app", app_id=app_id(space, app), app=app)
        return sorted(row["task_id"] for row in rows)

    def tasks(self, space: str, ids: Sequence[str]) -> list[TaskRow]:
        """These tasks, as many as there are."""
        if not ids:
            return []
        rows = self._store.read("tasks_to_generalize", space=space, ids=list(ids))
        return _task_rows(rows, self.trusted)

    def kept_singles(self, space: str, ids: Sequence[str]) -> dict[str, Single]:
        """By id of each of these tasks what `keep_singles` kept of it, where it would
        be made of the same now, by this version."""
        rows = self._store.read("kept_singles", space=space, ids=list(ids))
        runs = {r["experience_id"]: r["run"] for r in rows if r["run"] is not None}
        found: dict[str, Single] = {}
        for row in rows:
            if (head := row["task"]) is None:
                continue
            made_of, _, text = row["single"].partition(" ")
            if made_of == _made_of(head, runs, self.trusted):
                pattern = Pattern.model_validate_json(text) if text else None
                found[row["task_id"]] = Single(pattern, head["claimed"], made_of)
        return found

    def keep_singles(self, space: str, singles: Mapping[str, Single]) -> None:
        """Keep these, by task id, for whoever asks next; not of a task that changed
        meanwhile, of which something may be forgotten."""

        def work(tx: Transaction) -> None:
            locked = lock_tasks(tx, space, list(singles))
            rows = (
                {"task_id": key, "single": f"{one.made_of} {one.text}"}
                for key, one in singles.items()
                if key in locked and locked[key] == one.claimed
            )
            each(tx, "keep_singles", rows)

        if singles:
            self._store.engine.write(work)

    # patterns ---------------------------------------------------------------------

    def placed(self, tasks: Sequence[str]) -> dict[str, tuple[str | None, str | None]]:
        """By task, its app and the pattern that it is a member of."""
        rows = self._store.read("places_of_tasks", ids=list(tasks))
        return {row["task_id"]: (row["app"], row["pattern_id"]) for row in rows}

    @property
    def trusted(self) -> TrustedSources:
        """Whose successes count without a judge."""
        return self._store.trusted

    @property
    def changes(self) -> Changes:
        """What is noted of each space."""
        return self._store.changes

    def stamps(self, space: str) -> dict[str, str]:
        """By id of each pattern what tells it from what it was before: all counters
        and the version of its head."""
        rows = self._store.read("pattern_stamps", space=space)
        return {row["pattern_id"]: repr(row["stamp"]) for row in rows}

    def load(
        self,
        space: str,
        app: str | None = None,
        ids: Sequence[str] | None = None,
        *,
        members: bool = True,
    ) -> list[Pattern]:
        """Patterns in the order of their ids; of an app, those too that hold across
        apps. Without `members` they don't know who belongs to them."""
        if ids is None:
            listed = self._store.read("patterns_of_space", space=space)
            ids = [row["pattern_id"] for row in listed if _is_of(app, row["app"])]
        wanted = sorted(set(ids))
        return [
            pattern
            for n in range(0, len(wanted), PAGE)
            for pattern in self._read(space, wanted[n : n + PAGE], members)
            if _is_of(app, pattern.app)
        ]

    def _read(self, space: str, ids: Sequence[str], members: bool) -> list[Pattern]:
        found: dict[str, Pattern] = {}
        missing = list(ids)
        for _ in range(RETRIES):
            parts = read_parts(self._store.engine.read, space, missing, members)
            again = torn(parts, members)
            read = patterns_of(parts, self.trusted)
            found |= {k: p for k, p in read.items() if k not in again}
            missing = sorted(again)
            if not missing:
                break
        return [found[key] for key in sorted(found)]

    def history(self, space: str, pattern_id: str) -> list[PatternChange]:
        """What became of a pattern, oldest first."""
        rows = self._store.read("pattern_history", space=space, pattern_id=pattern_id)
        lines = [json.loads(line) for row in rows for line in row["history"] or ()]
        return [PatternChange(one["version"], one["what"], one["at"]) for one in lines]

    def write(
        self,
        space: str,
        patterns: Sequence[Pattern],
        instances: Mapping[str, Instances],
        retired: Sequence[str],
        considered: Mapping[str, str | None],
        *,
        history: Mapping[str, str] | None = None,
        sizes: Mapping[str, int] = MappingProxyType({}),
        at: int,
        first: Callable[[Transaction], None] | None = None,
    ) -> list[str]:
        """Store what a batch job found, in transactions that each take whole patterns.

        A pattern that is there is replaced with all its parts, its statistics stay; a
        task leaves the pattern that it was in; what is `retired` is deleted.
        `instances` hold, by pattern, every run that it was made of. `considered` are
        the tasks that the job looked at, with the `claimed` that it read: who was
        changed since then waits for the next one. `history` says what became of each
        pattern. `sizes` are the members that patterns were read with: where one has
        others by now, neither it nor what is written with it changes, nor is anything
        retired. `at` is in milliseconds. `first` is done in each transaction before
        anything is written; what it raises undoes that one and stops.

        Gives the ids of patterns that were not written, since one of their tasks or
        runs was forgotten meanwhile (nothing of these may come back) or one joined.
        """

        def write(work: Callable[[Transaction], T]) -> T:
            def checked(tx: Transaction) -> T:
                if first:
                    first(tx)
                return work(tx)

            return self._store.changing(space, checked, noted)

        changed = [*(pattern.pattern_id for pattern in patterns), *retired]
        noted = ["patterns"] if considered else many("pattern", changed)
        job = Job(space, instances, considered, history or {}, sizes, at)
        stale: list[str] = []
        for batch in batches(patterns, instances):
            stale += write(partial(job.write, batch))
        if stale and sizes:
            return stale
        for n in range(0, len(retired), BATCH):
            write(partial(retire, space, sorted(retired)[n : n + BATCH]))
        members = {key for pattern in patterns for key in members_of(pattern)}
        others = sorted(considered.keys() - members)
        for n in range(0, len(others), PAGE):
            write(partial(job.mark, others[n : n + PAGE]))
        return stale

    def join(
        self,
        space: str,
        wanted: Sequence[Joining],
        foretold: Mapping[str, bool] = MappingProxyType({}),
    ) -> list[bool]:
        """Add tasks, each at most once, or more runs of members, to patterns as they
        are. For each whether it was done: not if the pattern, the task or a run is not
        there, or the pattern has another version or other slots by now.

        `foretold`: runs whose way a pattern told before they were learned, by id, and
        whether they went it; that is kept with them."""
        if not wanted and not foretold:
            return []

        def work(tx: Transaction) -> Joined:
            done = Joinings(space, wanted)(tx) if wanted else Joined([], [], False)
            rows = ({"key": key, "as_told": one} for key, one in foretold.items())
            each(tx, "note_foretold", rows)
            return done

        def noted(done: Joined) -> list[str]:
            return ["patterns"] if done.moved else many("pattern", done.patterns)

        return self._store.changing(
            space, work, noted, mine=lambda done: not done.moved
        ).good

    def forget(self, space: str, pattern_id: str, key: str) -> bool:
        """Delete a pattern, if it is stored, and leave a tombstone with `key`: a
        digest, since a tombstone outlives the words that it stands for."""

        def work(tx: Transaction) -> bool:
            tx.run(query("delete_reports_of_patterns"), {"ids": [pattern_id]})
            found = bool(retire(space, [pattern_id], tx))
            stone = {"tombstone_id": tombstone_id(space, key), "key": key}
            tx.run(query("put_tombstone"), {**stone, "space": space})
            return found

        return self._store.changing(space, work, [ALL])

    def tombstones(self, space: str) -> set[str]:
        """Keys of the patterns that were forgotten."""
        return {row["key"] for row in self._store.read("tombstones", space=space)}


def _is_of(app: str | None, named: str | None) -> bool:
    """Does a pattern of the app `named`, or of no one app, hold in `app`?"""
    return app is None or named is None or fold_app(named) == fold_app(app)


def _task_rows(rows: Sequence[Row], trusted: TrustedSources) -> list[TaskRow]:
    heads = {r["task_id"]: r["task"] for r in rows if r["task"] is not None}
    steps: dict[str, list[Row]] = {}
    runs: dict[str, Row] = {}
    for row in rows:
        if row["step"] is not None:
            steps.setdefault(row["experience_id"], []).append(row["step"])
            runs[row["experience_id"]] = row["run"]
    return [
        TaskRow(
            key,
            head["text"],
            head["app"],
            head["claimed"],
            tuple(_known_runs(head, steps, runs, trusted)),
            bool(head["withheld"]),
            _made_of(head, runs, trusted),
        )
        for key, head in heads.items()
    ]


def _made_of(head: Row, runs: Mapping[str, Row], trusted: TrustedSources) -> str:
    of = [sorted(runs[key].items()) for key in head["successes"] or () if key in runs]
    made_of = repr((__version__, trusted, sorted(head.items()), of))
    return hashlib.sha256(made_of.encode()).hexdigest()


def _known_runs(
    head: Row,
    steps: Mapping[str, Sequence[Row]],
    runs: Mapping[str, Row],
    trusted: TrustedSources,
) -> Iterator[KnownRun]:
    """A task's newest successes; where a path of it is verified, those of such paths
    alone."""
    tallies = paths_of(head["paths"]).values()
    verified = {run for one in tallies if one.all_verified for run in one.runs}
    for run in head["successes"] or ():
        path = _path(steps.get(run, ()))
        if path and (run in verified or not verified):
            source = _source_of(runs[run], head["app"], trusted)
            yield KnownRun(run, path, source, run in verified)


def _source_of(run: Row, app: str | None, trusted: TrustedSources) -> RunSource:
    vouched = run["judge"] is not None or run["decided"] == APPROVED
    return RunSource(
        source=run["source"],
        app=app,
        trusted=run["source"] in trusted,
        runs=1,
        verified=int(vouched),
    )


def _path(steps: Sequence[Row]) -> tuple[Step, ...]:
    ordered = sorted(steps, key=lambda step: step["n"])
    return followed([step_of(step) for step in ordered])
