"""GraphStore: what the flows ask of the graph, in their words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kgmem.errors import InvalidInput
from kgmem.graph.changes import Changes, NotedChange
from kgmem.graph.points import TASK, IndexedNode, PointKind, Waiting
from kgmem.graph.query_files import each, query
from kgmem.graph.read_rows import StoredRun, runs_of
from kgmem.graph.recalled.details import NO_FACTS, NO_KIN, Details, DetailsReader
from kgmem.graph.recalled.kept import KeptReads
from kgmem.graph.recalled.neighbours import Link, Neighbours
from kgmem.graph.rows import RunRows
from kgmem.graph.runs.write import Overtaken, write_runs
from kgmem.model.trust import EVERY_SOURCE, TrustedSources
from kgmem.ports import CypherEngine, Row, Transaction

T = TypeVar("T")

MAX_LINKS = 16
"""A task carries at most so many SIMILAR_TO edges."""
PAGE = 2_000
"""Nodes that are looked at in one statement, of all there are of a label."""


@dataclass(frozen=True, slots=True)
class RunsWritten:
    """What `write_runs` did."""

    stored: list[bool]
    """For each run: is it new?"""
    points: list[IndexedNode]
    """What the index has to take up."""

    @property
    def made(self) -> frozenset[str]:
        """Ids of the tasks that were not there before."""
        return frozenset(one.point_id for one in self.points)


class GraphStore:
    """Typed operations over any CypherEngine; all are scoped to a space."""

    def __init__(
        self,
        engine: CypherEngine,
        changes: Changes | None = None,
        trusted: TrustedSources = EVERY_SOURCE,
        kept: KeptReads | None = None,
    ) -> None:
        """`kept` is dropped from by whoever writes: see `WatchedEngine`."""
        self.engine = engine
        self.trusted = trusted
        self.changes = changes or Changes(engine)
        self.kept = kept or KeptReads.nothing()
        self._neighbours = Neighbours(engine, self.changes, self.kept)
        self._details = DetailsReader(engine, trusted, self.kept)

    def forget_names(self) -> None:
        """Have no file keep names of deleted entities, which are keys of an index."""
        self.engine.rebuild_index("Entity", "key")

    # learn ------------------------------------------------------------------------

    def write_runs(
        self, runs: Sequence[RunRows], drop_drafts: Sequence[str] = ()
    ) -> RunsWritten:
        """Store runs with their outbox rows in one transaction; those that are
        stored already (also earlier in `runs`) are left as they are."""
        changes = self.changes

        def work(tx: Transaction) -> tuple[RunsWritten, list[Row]]:
            new, points, log = write_runs(tx, runs, changes, drop_drafts)
            nodes = [IndexedNode.of_row(TASK.name, one) for one in points]
            return RunsWritten(new, nodes), log

        try:
            written, log = self.engine.write(work)
        except (InvalidInput, Overtaken):
            # Another process may have stored the same run in the same moment, under
            # other words: by now it is known, and anything else is raised again.
            written, log = self.engine.write(work)
        changes.observe(log, *(dict.fromkeys(run.space for run in runs) if log else ()))
        return written

    def changing(
        self,
        space: str,
        work: Callable[[Transaction], T],
        notes: Callable[[T], Sequence[str]] | Sequence[str],
        *,
        mine: Callable[[T], bool] = lambda _: False,
    ) -> T:
        """Do `work` in a transaction that notes what it did in the log of the space.
        `mine`: does whoever keeps something of it in this process know it already? Else
        they are told at once."""

        def noted(tx: Transaction) -> tuple[T, NotedChange | None]:
            done = work(tx)
            told = notes(done) if callable(notes) else notes
            return done, self.changes.note(tx, space, told)

        done, mark = self.engine.write(noted)
        self.changes.committed(mark, known=mine(done))
        return done

    # recall -----------------------------------------------------------------------

    def neighbourhood(
        self,
        space: str,
        seeds: Sequence[str],
        *,
        text_hash: str,
        elements: Sequence[str] = (),
        expand: bool = True,
    ) -> list[Link]:
        """The seeds, the tasks of the very same words, in any app, and, with `expand`,
        what the graph links to the seeds, which come best first.

        What changed in the space since the last look is told along: from here on a
        recall may ask what is kept in memory."""
        return self._neighbours.of(space, seeds, text_hash, elements, expand=expand)

    def details(
        self,
        space: str,
        task_ids: Sequence[str],
        facts: Mapping[str, Sequence[str]] = NO_FACTS,
        kin: Mapping[str, object] = NO_KIN,
    ) -> Details:
        """These tasks' summaries, the runs that they name, with steps, the facts that
        `facts` lead to, and the newest runs of the tasks `kin` where one of those
        `failing` failed; one round trip, none where nothing is asked for."""
        return self._details.of(space, task_ids, facts, kin)

    def versions(
        self, space: str, runs: Mapping[str, Sequence[str]]
    ) -> dict[str, set[str]]:
        """The versions of the app that runs were recorded on, by the key under which
        their ids come; of what has none, nothing."""
        rows = self.read(
            "versions_of_runs",
            space=space,
            rows=[{"key": key, "ids": list(ids)} for key, ids in runs.items()],
        )
        found: dict[str, set[str]] = {}
        for row in rows:
            found.setdefault(row["key"], set()).add(row["app_version"])
        return found

    def run(self, space: str, experience_id: str) -> StoredRun | None:
        """One run with its steps."""
        rows = self.read("run_with_steps", space=space, experience_id=experience_id)
        return runs_of(rows, self.trusted).get(experience_id)

    def count_runs(self, space: str) -> int:
        """Runs that a space holds."""
        return int(self.read("count_runs", space=space)[0]["n"])

    # the index's side -------------------------------------------------------------

    def waiting(self, limit: int = 512, space: str | None = None) -> list[Waiting]:
        """Outbox rows, oldest first, of one space or of all."""
        params = {"limit": limit, "spaces": [] if space is None else [space]}
        rows = self.engine.read(query("waiting"), params)
        return [Waiting(**row) for row in rows]

    def link_similar(
        self,
        links: Sequence[tuple[str, str, float]],
        waited: Sequence[str] = (),
    ) -> None:
        """SIMILAR_TO edges (source, target, score 0..1), as many as fit under
        MAX_LINKS for each task. Those that `waited` for their edges do so no longer."""

        def work(tx: Transaction) -> None:
            if links:
                _link_similar(tx, links)
            if waited:
                tx.run(query("wait_no_longer"), {"ids": list(waited)})

        if links or waited:
            self.engine.write(work)

    def unlinked(self, space: str, after: str, limit: int) -> list[str]:
        """Tasks that wait for their SIMILAR_TO edges, by id, from behind `after`."""
        rows = self.read("unlinked_tasks", space=space, after=after, limit=limit)
        return [row["task_id"] for row in rows]

    def points(self, kind: PointKind, ids: Sequence[str]) -> list[IndexedNode]:
        """What the index keeps of the nodes of these ids."""
        rows = self.engine.read(query(kind.points), {"ids": list(ids)})
        return [IndexedNode.of_row(kind.name, row) for row in rows]

    def points_after(
        self, kind: PointKind, after: str, limit: int
    ) -> list[IndexedNode]:
        """The same of all nodes of a kind behind this id, so many, in their order."""
        rows = self.read(kind.after, after=after, limit=limit)
        return [IndexedNode.of_row(kind.name, row) for row in rows]

    def read_any(self, names: Sequence[str], **params: object) -> list[Row]:
        """The rows of all these queries, which return the same columns, in one round
        trip; none for no query."""
        text = "\nUNION ALL\n".join(map(query, names))
        return self.engine.read(text, params) if names else []

    def read(self, name: str, **params: object) -> list[Row]:
        """Rows of a named reading query."""
        return self.engine.read(query(name), params)

    def spaces(self) -> Iterator[str]:
        """Every tenant that has something in the index, in order."""
        space = ""
        while found := [row["space"] for row in self.read("next_space", after=space)]:
            space = min(found)
            yield space

    def wrong(self, name: str) -> Iterator[Row]:
        """What a query that looks through a label finds wrong, read a page at a time:
        no statement takes longer because the label holds more."""
        after: str | None = ""
        while after is not None:
            [page] = self.read(name, after=after, limit=PAGE)
            yield from page["wrong"]
            after = page["last"]

    def write(self, name: str, **params: object) -> list[Row]:
        """Rows of a named writing query, in a transaction of its own."""
        return self.engine.write(lambda tx: tx.run(query(name), params))


def _link_similar(tx: Transaction, links: Sequence[tuple[str, str, float]]) -> None:
    ids = sorted({key for source, target, _ in links for key in (source, target)})
    rows = tx.run(query("known_similar"), {"ids": ids})
    room = {row["task_id"]: MAX_LINKS - row["links"] for row in rows}
    chosen: dict[tuple[str, str], float] = {}
    for source, target, score in links:
        pair = (min(source, target), max(source, target))
        if source == target or pair in chosen or min(map(room.get, pair, (0, 0))) <= 0:
            continue
        chosen[pair] = score
        for key in pair:
            room[key] -= 1
    each(
        tx,
        "link_similar",
        ({"source": a, "target": b, "score": s} for (a, b), s in chosen.items()),
    )
