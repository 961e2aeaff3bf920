"""Looking into a memory, mending, moving and clearing it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgmem.memory.opened import Opened, Progress
from kgmem.model.experience import Experience
from kgmem.model.health import Diagnosis
from kgmem.model.metrics import Metrics
from kgmem.model.prune import PruneReport
from kgmem.model.recollection import Recollection
from kgmem.model.transfer import ExportReport, ImportReport
from kgmem.model.values.arguments import (
    callback,
    embedding,
    file_path,
    flag,
    key_text,
    moment,
    optional_text,
)
from kgmem.ports import Embedder, Row

if TYPE_CHECKING:
    import networkx as nx

    from kgmem.graph.spaces.clearing import ClearKind


class OperatingFace(Opened):
    """Looking into a memory, mending, moving and clearing it."""

    def cypher(self, query: str, **params: Any) -> list[Row]:
        """Rows of a read-only Cypher query; `$space` is bound.

        An operator's tool: it can see every space. Raises QueryRefused for
        anything but listed reading clauses, QueryLimit after
        `KGMEM_CYPHER_TIMEOUT` seconds (60) or for more than `KGMEM_CYPHER_MAX_ROWS`
        rows (100,000).
        """
        return self._open.operate.cypher(self.space, query, params)

    def graph_of(
        self,
        *,
        experience_id: str | None = None,
        pattern_id: str | None = None,
        app: str | None = None,
        entity: str | None = None,
        recollection: Recollection | None = None,
    ) -> nx.MultiDiGraph:
        """A part of the graph, to look at or to compute on: a `networkx.MultiDiGraph`.

        One of: a run with its steps and elements; a pattern with its slots, steps and
        some members; an app's map of pages, elements and ways between pages; what is
        known of an entity; what a recall found and how it hangs together. Nodes are
        keyed by their ids and carry their properties, their `label` and a short `name`;
        relationships are keyed by their `kind`. At most 60 of each sort. `kgmem.draw`
        makes a picture of it.

        Raises NotFound, and InvalidInput unless exactly one is given.
        """
        from kgmem.graph import picture

        given = {
            "experience_id": experience_id,
            "pattern_id": pattern_id,
            "app": app,
            "entity": entity,
            "recollection": recollection,
        }
        return picture.graph_of(self._open.engine, self.space, given)

    def experience(self, experience_id: str) -> Experience:
        """One stored run with its steps. Raises NotFound."""
        from kgmem.graph.runs.whole import experience

        key = key_text("experience_id", experience_id)
        return experience(self._open.store, self.space, key)

    def forget(
        self,
        *,
        task_id: str | None = None,
        experience_id: str | None = None,
        pattern_id: str | None = None,
        avoidance_id: str | None = None,
        fact_id: str | None = None,
        document_id: str | None = None,
    ) -> int:
        """Delete what one id names, from both stores; how many runs, patterns, facts
        or parts of documents went.

        A run, a task with all its runs and the wordings that it alone taught, a
        pattern, what is held against an element, a fact, or a document with its parts
        and what it alone states. A pattern or an avoidance that was forgotten is not
        learned again from what is known, a fact of a person not read again in the same
        messages. Raises NotFound, and InvalidInput unless one
        id is given.
        """
        key = optional_text("fact_id", fact_id)
        others = (task_id, experience_id, pattern_id, avoidance_id, document_id)
        if key and not any(others) and (count := self._forget_of_people(key)):
            return count
        return self._open.operate.forget(
            self.space,
            task_id=task_id,
            experience_id=experience_id,
            pattern_id=pattern_id,
            avoidance_id=avoidance_id,
            fact_id=fact_id,
            document_id=document_id,
        )

    def _forget_of_people(self, fact_id: str) -> int:
        """Forget a fact for all who know it of their persons, as `AgentMemory.forget`
        does; how many facts went, 0 if it is there still."""
        from kgmem.graph.people.person import Person

        correcting, gone = self._open.people.correcting, 0
        for agent in self._agents_of(fact_id):  # type: ignore[attr-defined]
            gone += correcting.forget(Person(self.space, agent), fact_id).facts
        return 0 if self._open.asking.by_id(self.space, [fact_id]) else gone

    def prune(
        self, *, dry_run: bool = False, now: datetime | None = None
    ) -> PruneReport:
        """Forget runs and patterns that fail more often than not and that nobody used
        for 90 days; with `dry_run`, only tell which.

        Failed runs stay while they warn of something that is still done. What went is
        not learned again from the same runs: they count as duplicates. `now` is the
        moment from which the 90 days are counted back, by default the present.
        """
        return self._open.prune(
            self.space, dry_run=flag("dry_run", dry_run), now=moment("now", now)
        )

    def stats(self) -> dict[str, Any]:
        """Counts of this space, what is kept in memory of the stores, and what the
        services were asked for since this memory was opened."""
        return self._open.operate.stats(self.space)

    def metrics(self) -> Metrics:
        """How well this space serves: what memory saved, how it finds and what it
        holds, by the names of the specification.

        What runs and reports tell is of all times, what recalls tell of this process
        since the memory was opened.
        """
        return self._open.metrics(self.space)

    def capabilities(self) -> dict[str, Any]:
        """What is in use: engines, models, whatever is degraded, and for each extra of
        kgmem that is missing the line that installs it."""
        return self._open.operate.capabilities()

    def doctor(self) -> Diagnosis:
        """Whether the two stores agree, each finding with its cure."""
        return self._open.operate.doctor()

    def repair(self) -> Diagnosis:
        """Heal what `doctor` found, then diagnose again."""
        return self._open.operate.repair()

    def reindex(
        self,
        *,
        embedder: Embedder | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Build the vectors anew, also for another embedder, and switch to them;
        returns the number of points.

        Others learn and recall meanwhile. After an interruption call it again: it goes
        on where it stopped. Raises JobRunning while another process reindexes.
        """
        return self._open.projection.rebuild(embedding(embedder), callback(progress))

    def export_to(
        self,
        path: str | Path,
        *,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> ExportReport:
        """Write all of this space into a file, packed by gzip if it ends in `.gz`, for
        `import_from`. Runs that are learned meanwhile are in it whole or not at all.
        Raises InvalidInput for a file that is there (unless
        `overwrite`) and for a place that can't be written.
        """
        return self._open.operate.export_to(
            self.space, path, overwrite=overwrite, progress=progress
        )

    def import_from(
        self,
        path: str | Path,
        *,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Take up an export of a space of this name; what is here stays as it is.

        What was forgotten here with a tombstone stays forgotten. `progress(done,
        total)` counts lines, then points. After an interruption call it again. Raises
        InvalidInput, with nothing written, if the file is not a sound export of this
        space by this version or one before; JobRunning while another process learns
        its patterns.
        """
        return self._open.operate.import_from(self.space, path, progress)

    @staticmethod
    def is_export(path: str | Path) -> bool:
        """Does this file begin as one that `export_to` wrote?"""
        from kgmem.graph.spaces.verifying import is_export

        return is_export(file_path(path))

    def clear(
        self,
        kind: ClearKind,
        *,
        progress: Progress | None = None,
    ) -> int:
        """Delete all `tasks` (with their patterns), `patterns`, `facts`, `documents`,
        or `all` of this space from both stores; how many of these went.

        Leaves no tombstones: what was cleared may be learned again. After an
        interruption call it again. Raises InvalidInput for another kind.
        """
        return self._open.operate.clear(self.space, kind, progress)
