"""What changed in a space: a log in the graph that each process reads by the way.

Whoever changes something that a process may keep in memory notes it in the same
transaction, as its last statement. A recall reads the log along with its first look at
the graph, and whoever keeps something is told what changed before the answer is given.

The log of a space lies in several places, each a node with a version and its newest
notes; a transaction takes one of them at random, so that processes which write into one
space wait for each other no longer than a commit takes, and mostly not at all.
"""

import random
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kgmem.graph.query_files import query
from kgmem.ports import CypherEngine, Row, Transaction

PLACES = 8
"""Where the log of a space lies in a graph that processes share."""
KEPT = 64
"""Newest notes of a place; who missed more looks at everything again."""
ONE_BY_ONE = 32
"""Ids that one transaction names; more of them are `many`."""
ALL = "all"
"""The note that anything may have changed."""
INDEX = "index"
"""The node that says which build of the vectors is in use."""


@dataclass(frozen=True, slots=True)
class Change:
    """What was written into a space since this process looked at it last."""

    space: str
    notes: tuple[str, ...]
    """Each is a kind, or a kind and what it is about: `pattern <id>`."""

    def of(self, kind: str) -> list[str]:
        """What notes of this kind are about."""
        return [about for one in self.notes for about in _about(one, kind)]

    def touches(self, *kinds: str) -> bool:
        """Is there a note of one of these kinds, or of everything?"""
        wanted = {*kinds, ALL}
        return any(one.partition(" ")[0] in wanted for one in self.notes)


def _about(note: str, kind: str) -> Iterator[str]:
    named, _, about = note.partition(" ")
    if named == kind and about:
        yield about


def many(kind: str, ids: Iterable[str]) -> list[str]:
    """A note for each of these ids or, where they are many, one for all of the kind."""
    listed = list(dict.fromkeys(ids))
    few = len(listed) <= ONE_BY_ONE
    return [f"{kind} {key}" for key in listed] if few else [f"{kind}s"]


@dataclass(frozen=True, slots=True)
class NotedChange:
    """Where a transaction noted what it did."""

    space: str
    notes: tuple[str, ...]
    versions: tuple[tuple[str, int], ...]
    """By place."""


Observer = Callable[[Change], None]
"""Is told before anything is answered. It only notes what is to be read again: others
wait meanwhile."""


class Changes:
    """The log of each space, and how much of it this process knows. Thread-safe."""

    def __init__(self, engine: CypherEngine, places: int = PLACES) -> None:
        self._engine = engine
        self._places = places
        self._seen: dict[str, dict[str, int]] = {}
        """By space and place, the version that was looked at last."""
        self._lock = threading.RLock()
        """Held while others are told: who has seen a version has told of it."""
        self._observers: list[Observer] = []
        self._build: tuple[Callable[[], int], Callable[[int], None]] | None = None

    def tell(self, *observers: Observer) -> None:
        """Tell these of all that changes from now on."""
        self._observers += observers

    def follow_index(
        self, known: Callable[[], int], act: Callable[[int], None]
    ) -> None:
        """Call `act` with the number of the build of the vectors that is in use, where
        it is not the `known` one."""
        self._build = known, act

    # reading ----------------------------------------------------------------------

    def asked(self, *spaces: str) -> dict[str, object]:
        """Parameters for a query that reads the logs along: `$places`, `$seen`."""
        places = [place for space in spaces for place in self._places_of(space)]
        with self._lock:
            known = [self._seen.get(space, {}) for space in spaces]
            seen = {place: version for one in known for place, version in one.items()}
        if self._build is not None:
            places, seen = [*places, INDEX], {**seen, INDEX: self._build[0]()}
        return {"places": places, "seen": seen}

    def observe(self, rows: Iterable[Row], *spaces: str) -> None:
        """Take up what such a query gave (`place`, `version`, `changes`), and tell."""
        with self._lock:
            new = {space for space in spaces if space not in self._seen}
            missed: dict[str, list[str]] = {}
            for row in rows:
                _, _, space = row["place"].partition(":")
                if row["place"] == INDEX:
                    self._follow(int(row["version"]))
                else:
                    seen = self._seen.setdefault(space, {})
                    missed.setdefault(space, []).extend(_missed(row, seen))
            for space in spaces:  # of which nothing was noted yet, too
                self._seen.setdefault(space, {})
            for space, notes in missed.items():
                if notes:
                    self._tell(Change(space, (ALL,) if space in new else tuple(notes)))

    def look(self, space: str) -> None:
        """Read the log by itself: a round trip."""
        rows = self._engine.read(query("changes"), self.asked(space))
        self.observe(rows, space)

    def _tell(self, change: Change) -> None:
        for observer in self._observers:
            observer(change)

    def _follow(self, number: int) -> None:
        if self._build is not None and number != self._build[0]():
            self._build[1](number)

    def _places_of(self, space: str) -> list[str]:
        return [f"changes{n}:{space}" for n in range(self._places)]

    # writing ----------------------------------------------------------------------

    def noting(self, space: str, notes: Sequence[str]) -> list[Row]:
        """What a statement writes to note this: where, and what, newest first. A note
        of everything takes the place of all that were there: of what was forgotten,
        no id may stay."""
        places = self._places_of(space)
        if ALL in notes or len(notes) > KEPT:
            return [{"place": one, "changes": [ALL], "most": 1} for one in places]
        place = random.choice(places)  # no secret
        return [{"place": place, "changes": list(notes[::-1]), "most": KEPT}]

    def note(
        self, tx: Transaction, space: str, notes: Sequence[str]
    ) -> NotedChange | None:
        """Note it, as the last statement of the transaction: who waits for the place
        then waits for no more than the commit. None for no notes."""
        if not notes:
            return None
        rows = tx.run(query("note_changes"), {"notes": self.noting(space, notes)})
        versions = tuple((row["place"], row["version"]) for row in rows)
        return NotedChange(space, tuple(notes), versions)

    def committed(self, mark: NotedChange | None, *, known: bool) -> None:
        """The transaction with this mark is through: tell of it here, too, unless what
        it did is `known` to whoever keeps something in this process."""
        if mark is None:
            return
        more = 1 if ALL in mark.notes else len(mark.notes)
        with self._lock:
            seen = self._seen.get(mark.space, {})
            for place, version in mark.versions:
                if seen.get(place, 0) + more == version:
                    seen[place] = version
            if not known:
                self._tell(Change(mark.space, mark.notes))


def _missed(row: Row, seen: dict[str, int]) -> list[str]:
    """The notes that came since, oldest first; notes that `seen` has them."""
    place, version = row["place"], int(row["version"])
    before = seen.get(place, 0)
    if version <= before:  # another thread's look was later
        return []
    seen[place] = version
    kept: Sequence[str] = row["changes"] or ()
    more = version - before
    return list(reversed(kept[:more])) if more <= len(kept) else [ALL]


def is_log(meta_id: str) -> bool:
    """Is this Meta node a place of a space's log?"""
    name, _, _ = meta_id.partition(":")
    return name.startswith("changes") and name[len("changes") :].isdigit()
