"""The patterns of each space at hand: matched against, grown by what is learned."""

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from kgmem.errors import NotFound
from kgmem.generalize.assemble import Draft, build_pattern, groundings
from kgmem.generalize.plain import RunSteps, TaskRuns
from kgmem.graph.pattern_write import Joining
from kgmem.graph.patterns import PatternStore, TaskRow
from kgmem.graph.rows import Run, now_ms
from kgmem.index.pattern_book import BAR, PatternBook
from kgmem.model.base import normalize
from kgmem.model.experience import decayed_lower_bound, moved_by_wins
from kgmem.model.fill_steps import Filler
from kgmem.model.identity import fold_app
from kgmem.model.pattern import Bindings, Bound, Membership, Pattern, PatternMatch
from kgmem.model.template import holes
from kgmem.model.trajectory import Step, followed
from kgmem.model.walk import recorded, walked

MAX_LOOSE = 500
"""Newest tasks that no job has looked at yet whose single runs are matched against."""


@dataclass(slots=True)
class _Space:
    """What is known of one space."""

    book: PatternBook
    stored: dict[str, Pattern]
    """By id."""
    pattern_of: dict[str, str]
    """Pattern id by member's task id, of stored patterns."""
    waiting: dict[str, None] = field(default_factory=dict)
    """Tasks without a pattern whose single runs are not in the book yet, oldest
    first; an ordered set."""
    single: dict[str, Pattern] = field(default_factory=dict)
    """By task id: patterns of single runs, in the book but not in the graph."""
    _fillers: dict[str, tuple[Pattern, Filler]] = field(default_factory=dict)
    """By pattern id, with the pattern as it was when the filler was made."""

    def filler(self, pattern: Pattern) -> Filler:
        """What fills the pattern's path, made once while path and slots stay."""
        made = self._fillers.get(pattern.pattern_id)
        if (
            made is None
            or made[0].steps is not pattern.steps
            or made[0].slots is not pattern.slots
        ):
            made = pattern, Filler(pattern.steps, pattern.slots)
            self._fillers[pattern.pattern_id] = made
        return made[1]

    def reread(self, ids: Iterable[str]) -> None:
        """Put these patterns, which have grown, into the book again."""
        for key in ids:
            self.book.add(self.stored[key])


class LivePatterns:
    """Stored patterns and those of single runs that no job has looked at yet.

    Thread-safe. `shared` stores can be written by other processes: `changed` drops
    what was read, and the next question reads it again.
    """

    def __init__(self, store: PatternStore) -> None:
        self._store = store
        self._lock = threading.RLock()
        self._spaces: dict[str, _Space] = {}
        self._drops = 0
        """How often what was known of a space was dropped."""

    def match(
        self, space: str, text: str, app: str | None = None
    ) -> PatternMatch | None:
        """The pattern that the text fits best; None if it fits none."""
        return self._ready(space).book.match(text, app)

    def ranked(
        self, space: str, text: str, app: str | None = None, limit: int = 5
    ) -> list[PatternMatch]:
        """The patterns that the text fits, best first."""
        found = self._ready(space).book.ranked(text, app, limit)
        return [one for one in found if one.score >= BAR]

    def patterns(self, space: str, app: str | None = None) -> list[Pattern]:
        """All patterns, of an app those too that hold across apps; best supported
        first."""
        state = self._ready(space)
        with self._lock:
            found = [*state.stored.values(), *state.single.values()]
        chosen = [one for one in found if app is None or fold_app(app) in _apps(one)]
        return sorted(chosen, key=lambda one: (-one.support, one.pattern_id))

    def pattern(self, space: str, pattern_id: str) -> Pattern:
        """One pattern. Raises NotFound."""
        for one in self.patterns(space):
            if one.pattern_id == pattern_id:
                return one
        raise NotFound(f"no pattern {pattern_id} in space {space!r}")

    def changed(self, space: str) -> None:
        """Patterns of the space were written: read them again when asked."""
        with self._lock:
            self._drop(space)

    def read_ahead(self, space: str) -> None:
        """Read what `changed` dropped before somebody asks, and keep nobody waiting."""
        with self._lock:
            if space in self._spaces:
                return
            drops = self._drops
        state = self._read(space)
        with self._lock:
            # Whoever needed it meanwhile has read it, and may have let runs join.
            if drops == self._drops and space not in self._spaces:
                self._spaces[space] = state

    def _drop(self, space: str) -> None:
        self._drops += 1
        self._spaces.pop(space, None)

    def keep(self, space: str, pattern_id: str) -> None:
        """Store a pattern of a single run that is not stored yet: its plan was
        followed, and what came of it has to be counted somewhere."""
        with self._lock:
            state = self._ready(space)
            task = next(
                (k for k, one in state.single.items() if one.pattern_id == pattern_id),
                None,
            )
            if task is None or pattern_id in state.stored:
                return
            drafts = [_draft(row) for row in self._store.tasks(space, [task])]
            for draft in filter(None, drafts):
                at = now_ms()
                instances = {draft.pattern.pattern_id: draft.instances}
                self._store.write(space, [draft.pattern], instances, (), {}, at=at)
                self._take(space, state, draft.pattern.pattern_id)
            state.single.pop(task, None)

    def refresh(self, space: str, pattern_id: str) -> None:
        """What is counted of one pattern was written: read it again; its members
        only if it has another version by now."""
        with self._lock:
            state = self._spaces.get(space)
            old = state.stored.get(pattern_id) if state else None
            if state is None or old is None:
                return
            for one in self._store.load(space, ids=[pattern_id], members=False):
                if one.version != old.version:
                    self._take(space, state, pattern_id)
                    return
                known = ("members", "success_cases", "memberships")
                told = {name: getattr(old, name) for name in known}
                state.stored[pattern_id] = one.model_copy(update=told)
                state.book.add(state.stored[pattern_id])

    def _take(self, space: str, state: _Space, pattern_id: str) -> None:
        for one in self._store.load(space, ids=[pattern_id]):
            state.stored[one.pattern_id] = one
            state.pattern_of |= dict.fromkeys(one.members, one.pattern_id)
            state.book.add(one)

    def learned(self, runs: Sequence[tuple[Run, bool]]) -> list[str | None]:
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
        self, space: str, runs: Sequence[tuple[Run, bool]]
    ) -> list[str | None]:
        """All that join are written together. What is known of the patterns grows
        first, so that the next run finds it; where the graph has it otherwise, all is
        read again."""
        with self._lock:
            state = self._state(space)
            wanted: dict[str, Joining] = {}
            known = {run.task_id: state.pattern_of.get(run.task_id) for run, _ in runs}
            try:
                found = [self._place(state, run, new, wanted) for run, new in runs]
                state.reread({one.pattern_id for one in wanted.values()})
                joined = self._store.join(space, list(wanted.values()))
            except BaseException:
                self._drop(space)
                raise
            if not all(joined):  # another process rewrote a pattern
                self._drop(space)
            pairs = zip(wanted, joined, strict=True)
            refused = {task for task, good in pairs if not good}
            for run, _ in runs:
                if run.task_id in wanted and run.trajectory.plan_id is not None:
                    # It may have been counted before.
                    self._take(space, state, wanted[run.task_id].pattern_id)
            return [
                known[run.task_id] if run.task_id in refused else pattern_id
                for (run, _), pattern_id in zip(runs, found, strict=True)
            ]

    def _place(
        self, state: _Space, run: Run, new: bool, wanted: dict[str, Joining]
    ) -> str | None:
        """The pattern that the run belongs to; if it joins it now, that is noted."""
        known = state.pattern_of.get(run.task_id)
        if not new:
            return known
        joining = _joining(state, run, known)
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
        grown = _grown(pattern, run, joining.membership, ran)
        state.stored[grown.pattern_id] = grown
        state.pattern_of[run.task_id] = grown.pattern_id
        return grown.pattern_id

    # reading ----------------------------------------------------------------------

    def _ready(self, space: str) -> _Space:
        """The space with the single runs of what was learned last in its book."""
        with self._lock:
            state = self._state(space)
            waiting, state.waiting = list(state.waiting), {}
            if waiting:
                self._add_single(space, state, waiting[-MAX_LOOSE:])
            return state

    def _state(self, space: str) -> _Space:
        state = self._spaces.get(space)
        if state is None:
            state = self._read(space)
            self._spaces[space] = state
        return state

    def _read(self, space: str) -> _Space:
        stored = {one.pattern_id: one for one in self._store.load(space)}
        members = {
            key: one.pattern_id for one in stored.values() for key in one.members
        }
        loose = self._store.loose(space, MAX_LOOSE)
        return _Space(
            PatternBook(stored.values()),
            stored,
            members,
            waiting=dict.fromkeys(k for k in reversed(loose) if k not in members),
        )

    def _add_single(self, space: str, state: _Space, ids: Sequence[str]) -> None:
        for row in self._store.tasks(space, ids):
            pattern = single_run(row)
            if pattern is not None:
                state.single[row.task_id] = pattern
                state.book.add(pattern)


def single_run(row: TaskRow) -> Pattern | None:
    """The pattern of one task's own runs; None if its text has no slot."""
    draft = _draft(row)
    return draft.pattern if draft else None


def _draft(row: TaskRow) -> Draft | None:
    task = TaskRuns(
        row.task_id,
        row.text,
        row.app,
        tuple(RunSteps(key, steps) for key, steps in row.runs),
    )
    draft, _ = build_pattern([task], {task.task_id: groundings(task)})
    return draft


def _apps(pattern: Pattern) -> set[str]:
    apps: Iterable[str | None] = (one.app for one in pattern.memberships.values())
    return {fold_app(pattern.app)} if pattern.app else {fold_app(app) for app in apps}


def _joining(state: _Space, run: Run, known: str | None) -> Joining | None:
    """How the run joins a pattern, or is one more run of its member; None if it is
    neither."""
    given = run.trajectory
    succeeded = given.outcome == "success" and bool(given.steps)
    if known is not None:
        pattern = state.stored[known]
        membership = pattern.memberships[run.task_id]
    elif given.steps and not succeeded:
        return None
    else:
        found = _fitting(state, run)
        if found is None:
            return None
        pattern, membership = found
    instances = _walked(state, pattern, membership, given.steps) if succeeded else ()
    if instances is None or (known is not None and not instances):
        return None
    return Joining(
        pattern.pattern_id,
        run.task_id,
        membership,
        {run.experience_id: instances} if instances else {},
        pattern.version,
    )


def _fitting(state: _Space, run: Run) -> tuple[Pattern, Membership] | None:
    """The stored pattern that the text fits with nothing unbound or unexplained."""
    for match in state.book.worded(run.trajectory.task, run.trajectory.app, 3):
        pattern = state.stored.get(match.pattern.pattern_id)
        if pattern is None or match.score < BAR or match.unbound or match.unexplained:
            continue
        membership = _membership(pattern, match, run)
        if membership is not None:
            return pattern, membership
    return None


def _membership(pattern: Pattern, match: PatternMatch, run: Run) -> Membership | None:
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
            pattern.fill(Bound(member, template))
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
    state: _Space, pattern: Pattern, membership: Membership, steps: Sequence[Step]
) -> tuple[int | None, ...] | None:
    """Which pattern step each step is an instance of; None if the run goes another
    way, or the pattern knows none."""
    if not pattern.steps:
        return None
    path = recorded(followed(steps))
    taken = walked(state.filler(pattern), membership.bindings, path)
    if taken is None:
        return None
    return tuple(None if filled is None else filled.n for filled in taken)


def _grown(pattern: Pattern, run: Run, membership: Membership, ran: bool) -> Pattern:
    """The pattern with one more member, or one more run of a member."""
    new = run.task_id not in pattern.memberships
    cases = pattern.success_cases
    stats = pattern.stats
    wins = stats.wins + ran
    return pattern.model_copy(
        update={
            "memberships": pattern.memberships.with_entry(run.task_id, membership),
            "members": (*pattern.members, run.task_id) if new else pattern.members,
            "support": pattern.support + (ran if pattern.steps else new),
            "success_cases": (*cases, run.experience_id) if ran else cases,
            "stats": stats.model_copy(
                update={
                    "wins": wins,
                    "ema": moved_by_wins(stats.ema, int(ran)),
                    "lower_bound": decayed_lower_bound(wins, stats.losses),
                }
            ),
        }
    )
