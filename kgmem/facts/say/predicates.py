"""Which predicates have one value at a time.

An explicit declaration in the space goes first, then the user's own file, then the
vocabulary beside this one, then what the stated intervals show.
"""

import threading
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from kgmem.errors import ConfigurationError
from kgmem.graph.changes import Change
from kgmem.graph.facts.fact_row import StatedInterval
from kgmem.graph.facts.store import FactStore
from kgmem.model.keys.identity import predicate_key

VOCABULARY = Path(__file__).with_suffix(".toml")
MIN_SUBJECTS = 5
"""Subjects with at least two objects one after the other, before a predicate counts as
single-valued by what they show."""
MEETING = 0.5
"""More than this share of the changes has no gap, of more than GAP, between the end of
one object and the start of the next."""
GAP = 24 * 60 * 60 * 1000
"""A day, in milliseconds: the 31st and the 1st meet."""
GROWTH = 1.05
"""What was learned is looked at again when so many times the intervals are there …"""
FEW = 2_000
"""… or, up to so many intervals, by each reading after a change."""


def load_vocabulary(path: Path) -> dict[str, bool]:
    """By predicate key, whether it is single-valued. Raises ConfigurationError for a
    file that can't be read."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
        lists = {
            name: given.pop(name, []) for name in ("single_valued", "multi_valued")
        }
        if given or not all(_texts(one) for one in lists.values()):
            raise ValueError("lists `single_valued` and `multi_valued` are needed")
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"predicates in {path}: {error}") from error
    return {
        predicate_key(predicate): name == "single_valued"
        for name, predicates in lists.items()
        for predicate in predicates
    }


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


class Predicates:
    """What is known of predicates, in each space."""

    def __init__(self, store: FactStore, path: Path | None = None) -> None:
        self._store = store
        self._vocabulary = load_vocabulary(VOCABULARY)
        if path is not None:
            self._vocabulary |= load_vocabulary(path)
        self._learned = _Learned(store.intervals)

    def single_valued(
        self,
        space: str,
        keys: Iterable[str],
        *,
        writing: bool = False,
        declared: Mapping[str, bool] | None = None,
    ) -> set[str]:
        """Those of these predicate keys that have one value at a time; while `writing`
        what was learned a moment ago will do. `declared`: what was declared of them,
        where it is read already."""
        asked = {key for key in keys if key}
        if not asked:
            return set()
        if declared is None:
            declared = self._store.declared(space, asked)
        known = self._vocabulary | dict(declared)
        chosen = {key for key in asked if known.get(key)}
        if open_ones := {key for key in asked if key not in known}:
            chosen |= open_ones & self._learned.of(space, writing)
        return chosen

    def declare(self, space: str, predicate: str, single_valued: bool) -> None:
        """Keep what the user says of a predicate, for all that is read from now on."""
        self._store.declare(space, predicate_key(predicate), single_valued)

    def note(self, change: Change) -> None:
        """Statements with both bounds came in, or changed, here or elsewhere."""
        if change.touches():
            self._learned.forget(change.space)
        elif intervals := sum(map(int, change.of("facts"))):
            self._learned.changed(change.space, intervals)


class _Learned:
    """What the intervals show, looked at again where they have grown."""

    def __init__(self, read: Callable[[str], list[StatedInterval]]) -> None:
        self._read = read
        self._known: dict[str, frozenset[str]] = {}
        self._seen: dict[str, int] = {}
        self._new: dict[str, int] = {}
        self._lock = threading.Lock()

    def changed(self, space: str, intervals: int) -> None:
        with self._lock:
            self._new[space] = self._new.get(space, 0) + intervals

    def forget(self, space: str) -> None:
        with self._lock:
            self._seen.pop(space, None)

    def of(self, space: str, writing: bool) -> frozenset[str]:
        with self._lock:
            if not self._due(space, writing):
                return self._known[space]
            self._new[space] = 0
        intervals = self._read(space)
        with self._lock:
            self._known[space] = learned(intervals)
            self._seen[space] = len(intervals)
            return self._known[space]

    def _due(self, space: str, writing: bool) -> bool:
        seen, new = self._seen.get(space), self._new.get(space, 0)
        if seen is None or seen + new > seen * GROWTH:
            return True
        return new > 0 and seen <= FEW and not writing


def learned(intervals: Sequence[StatedInterval]) -> frozenset[str]:
    """Keys of the predicates whose objects, by their stated bounds, follow each other:
    with MIN_SUBJECTS subjects or more, never two at once, and mostly without a gap."""
    spans: dict[str, dict[str, set[tuple[int, int, str]]]] = {}
    for one in intervals:
        of_subject = spans.setdefault(one.predicate_key, {})
        span = one.valid_from, one.valid_to, one.object_key
        of_subject.setdefault(one.subject, set()).add(span)
    return frozenset(key for key, subjects in spans.items() if _follow(subjects))


def _follow(subjects: Mapping[str, set[tuple[int, int, str]]]) -> bool:
    changes = meetings = shown = 0
    for spans in subjects.values():
        ordered = sorted(spans)
        if len({object for _, _, object in ordered}) < 2:
            continue
        shown += 1
        for (_, end, before), (start, _, after) in pairwise(ordered):
            if before == after:
                continue
            if start < end:
                return False
            changes += 1
            meetings += start - end <= GAP
    return shown >= MIN_SUBJECTS and meetings > MEETING * changes
