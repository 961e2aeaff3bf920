"""What a process knows of the patterns of one space, and how it is kept right."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kgmem.graph.changes import Change
from kgmem.graph.patterns.read import with_sources
from kgmem.graph.patterns.store import PatternStore, Single
from kgmem.matching.pattern_book import PatternBook
from kgmem.model.keys.identity import task_id
from kgmem.model.pattern import QUARANTINED_STATUS, Pattern, PatternMatch

MAX_LOOSE = 500
"""Newest tasks that no job has looked at yet whose single runs are matched against."""


@dataclass(slots=True)
class Stale:
    """What was noted of a space and is not read again yet."""

    all_patterns: bool = False
    all_tasks: bool = False
    patterns: dict[str, None] = field(default_factory=dict)
    """Ids; an ordered set, like the next ones."""
    replayed: dict[str, None] = field(default_factory=dict)
    """Ids of patterns of which no more than statistics changed."""
    tasks: dict[str, None] = field(default_factory=dict)

    def add(self, change: Change) -> bool:
        """Take up what the change says of patterns; does it say anything?"""
        self.all_patterns |= change.touches("patterns")
        self.all_tasks |= change.touches("patterns", "tasks")
        self.patterns |= dict.fromkeys(change.of("pattern"))
        self.replayed |= dict.fromkeys(change.of("replay"))
        self.tasks |= dict.fromkeys(change.of("task"))
        return bool(self.all_tasks or self.patterns or self.replayed or self.tasks)


@dataclass(slots=True)
class KnownPatterns:
    """Patterns of one space: stored ones, and those of single runs."""

    book: PatternBook = field(default_factory=PatternBook)
    stored: dict[str, Pattern] = field(default_factory=dict)
    """By id."""
    stamps: dict[str, str] = field(default_factory=dict)
    """By id, of stored patterns as they were read; of one that grew here, none."""
    pattern_of: dict[str, str] = field(default_factory=dict)
    """Pattern id by member's task id, of stored patterns."""
    waiting: dict[str, None] = field(default_factory=dict)
    """Tasks without a pattern whose single runs are not in the book yet, oldest
    first; an ordered set."""
    single: dict[str, Pattern] = field(default_factory=dict)
    """By task id: patterns of single runs, in the book but not in the graph."""
    unkept: dict[str, Single] = field(default_factory=dict)
    """By task id: those of them, and their absence, that the graph does not keep."""
    claims: dict[str, str | None] = field(default_factory=dict)
    """By id of a loose task, the mark with which it was read."""
    is_loose_known: bool = False
    """Are all loose tasks waiting or read? Asked for where single runs matter."""

    def put(self, pattern: Pattern) -> None:
        """Have a stored pattern in the place of the one with its id."""
        self._leave(pattern.pattern_id, pattern.members)
        self.stored[pattern.pattern_id] = pattern
        self.stamps.pop(pattern.pattern_id, None)
        self.pattern_of |= dict.fromkeys(pattern.members, pattern.pattern_id)
        for task in [one for one in self.single if one in pattern.memberships]:
            self.put_single(task, None)
        self.book.add(pattern)

    def grow(self, task: str, pattern: Pattern) -> None:
        """Have the pattern with this member, or with more of its runs; the book has it
        as it was until it is read again (`reread`)."""
        self.stored[pattern.pattern_id] = pattern
        self.stamps.pop(pattern.pattern_id, None)
        self.pattern_of[task] = pattern.pattern_id
        self.put_single(task, None)

    def reread(self, ids: Iterable[str]) -> None:
        """Put these patterns, which have grown, into the book again."""
        for key in ids:
            self.book.add(self.stored[key])

    def pattern_id(self, task: str) -> str | None:
        """The pattern of the task, be it of single runs."""
        single = self.single.get(task)
        return self.pattern_of.get(task) or (single.pattern_id if single else None)

    def own(self, space: str, text: str, app: str | None) -> list[PatternMatch]:
        """The pattern that has a task of this very text as a member, with the member's
        values; with no app, of any. Empty where there is none."""
        for scope in [app] if app else self.book.apps:
            task = task_id(space, scope, text)
            pattern = self.stored.get(self.pattern_of.get(task, ""))
            if pattern and pattern.status != QUARANTINED_STATUS:
                bindings = pattern.memberships[task].bindings
                unbound = (slot.name for slot in pattern.slots if slot.asked)
                match = PatternMatch(
                    pattern=pattern,
                    bindings=bindings,
                    unbound=tuple(name for name in unbound if name not in bindings),
                    score=1.0,
                    margin=1.0,
                )
                return [match]
        return []

    def take_out(self, pattern_id: str) -> None:
        """Have no stored pattern of this id."""
        self._leave(pattern_id, ())
        self.stored.pop(pattern_id, None)
        self.stamps.pop(pattern_id, None)
        self._unless_others(pattern_id)

    def _leave(self, pattern_id: str, members: Sequence[str]) -> None:
        old = self.stored.get(pattern_id)
        left = set(old.members).difference(members) if old else ()
        for task in left:
            if self.pattern_of.get(task) == pattern_id:
                del self.pattern_of[task]
                self.is_loose_known = False  # it may be a kind of its own now

    def put_single(self, task: str, pattern: Pattern | None) -> None:
        """Have this pattern, or none, of the task's own runs."""
        self.claims.pop(task, None)
        if (old := self.single.pop(task, None)) is not None:
            self._unless_others(old.pattern_id)
        if pattern is not None:
            self.single[task] = pattern
            if pattern.pattern_id not in self.stored:
                self.book.add(pattern)

    def _unless_others(self, pattern_id: str) -> None:
        """Take a pattern out of the book that no other task has; two of the very same
        words have one."""
        if pattern_id in self.stored:
            return
        others = [p for p in self.single.values() if p.pattern_id == pattern_id]
        if others:
            self.book.add(others[-1])
        else:
            self.book.remove(pattern_id)

    # reading ----------------------------------------------------------------------

    def renew(self, store: PatternStore, space: str, stale: Stale) -> None:
        """Read again what was noted of patterns; tasks wait to be read."""
        if stale.all_patterns:
            self.compare(store, space)
        else:
            full = dict(stale.patterns)
            for key in stale.replayed:
                if key not in full and not self._recount(store, space, key):
                    full[key] = None
            self._read(store, space, full)
        self.is_loose_known &= not stale.all_tasks
        for task in stale.tasks:
            if task not in self.pattern_of:
                self.waiting[task] = None

    def compare(self, store: PatternStore, space: str) -> None:
        """Read whatever pattern is not as it was."""
        stamps = store.stamps(space)  # first: what is read then is no older
        for gone in self.stored.keys() - stamps.keys():
            self.take_out(gone)
        changed = [k for k, stamp in stamps.items() if self.stamps.get(k) != stamp]
        self._read(store, space, changed)
        self.stamps = {k: stamp for k, stamp in stamps.items() if k in self.stored}

    def find_loose(self, store: PatternStore, space: str) -> None:
        """Have all loose tasks waiting that are not as they were."""
        loose = store.claims(space, MAX_LOOSE)
        for task in [k for k in self.single if k not in loose or k in self.pattern_of]:
            self.put_single(task, None)
        self.waiting = {
            task: None
            for task in reversed(loose)
            if task not in self.pattern_of
            and (task not in self.claims or self.claims[task] != loose[task])
        }
        self.claims = {k: v for k, v in self.claims.items() if k in loose}
        self.unkept = {k: v for k, v in self.unkept.items() if k in loose}
        self.is_loose_known = True

    def _read(self, store: PatternStore, space: str, ids: Iterable[str]) -> None:
        wanted = list(ids)
        found = {one.pattern_id: one for one in store.load(space, ids=wanted)}
        for key in wanted:
            if key in found:
                self.put(found[key])
            else:
                self.take_out(key)

    def _recount(self, store: PatternStore, space: str, pattern_id: str) -> bool:
        """Have the statistics of a pattern whose members are known; False where it is
        another one by now."""
        old = self.stored.get(pattern_id)
        read = store.load(space, ids=[pattern_id], members=False) if old else []
        if old is None or not read or read[0].version != old.version:
            return False
        known = ("members", "success_cases", "memberships")
        told = {name: getattr(old, name) for name in known}
        self.put(with_sources(read[0].model_copy(update=told), old.sources))
        return True
