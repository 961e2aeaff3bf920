"""What operators ask of an opened memory: both stores, looked after together."""

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from kgmem.errors import InvalidInput
from kgmem.graph.readonly import check_read_only
from kgmem.graph.spaces import clearing
from kgmem.graph.spaces.exporting import export, is_packed, new_file
from kgmem.graph.spaces.importing import NewGraph, import_file
from kgmem.graph.spaces.verifying import Digest
from kgmem.graph.store import GraphStore
from kgmem.index.projection import Projection
from kgmem.model.health import Diagnosis, Finding
from kgmem.model.transfer import ExportReport, ImportReport
from kgmem.model.values.arguments import callback, file_path, flag, plain
from kgmem.model.values.json_read import mapping_of
from kgmem.operate.capabilities import InUse, capabilities
from kgmem.operate.doctor import doctor
from kgmem.operate.forget import Forget, forget_one
from kgmem.operate.query_names import check_names
from kgmem.operate.repair import repair
from kgmem.operate.stats import stats
from kgmem.ports import CypherEngine, Row

Progress = Callable[[int, int | None], None]


class LeftUndone(Protocol):
    """What follows learned runs and failed."""

    @property
    def findings(self) -> list[Finding]:
        """What of it waits, with the reason and the cure."""

    @property
    def spaces(self) -> Iterable[str]:
        """Where."""


@dataclass(frozen=True, slots=True)
class AskLimits:
    """What a query of a person may take."""

    seconds: float
    rows: int


@dataclass(frozen=True, slots=True)
class Operate:
    """Looks after a graph and its projection."""

    engine: CypherEngine
    store: GraphStore
    projection: Projection
    used: InUse
    left_undone: LeftUndone
    alone: Callable[[str], AbstractContextManager[object]]
    """Keeps jobs from learning the patterns of a space meanwhile."""
    make_up: Callable[[str], object]
    """Does for a space what was left undone."""
    ways_to_forget: Mapping[str, Forget]
    """By the name of the argument that names what is to go."""
    wording: Digest
    """What a stored pattern is known by after it was forgotten."""
    limits: AskLimits
    new_graph: NewGraph
    """For what an older schema wrote."""

    # looking ----------------------------------------------------------------------

    def cypher(self, space: str, query: str, params: Mapping[str, object]) -> list[Row]:
        """Rows of a reading query; `$space` is bound. Raises QueryRefused, QueryLimit;
        InvalidInput for what is no text or can't be sent."""
        if not isinstance(query, str):
            raise InvalidInput(f"query: a text is needed, not {type(query).__name__}")
        check_read_only(query)
        check_names(query, self.engine)
        return self.engine.ask(
            query,
            {"space": space, **mapping_of(plain(params, "params"))},
            timeout=self.limits.seconds,
            max_rows=self.limits.rows,
        )

    def stats(self, space: str) -> dict[str, object]:
        """Counts of a space, and what the services were asked for."""
        asked = {
            name: service.report() for name, (_, service) in self.used.services.items()
        }
        return {**stats(self.store, self.projection, space), "services": asked}

    def capabilities(self) -> dict[str, object]:
        """What is in use, and whatever is degraded."""
        return capabilities(
            self.used, [one.message for one in self.left_undone.findings]
        )

    def doctor(self) -> Diagnosis:
        """Whether the two stores agree, each finding with its cure."""
        found = doctor(self.engine, self.store, self.projection)
        more = [*self.left_undone.findings]
        if self.used.unkeyed is not None:
            more.append(self.used.unkeyed)
        return found.model_copy(update={"findings": (*found.findings, *more)})

    # changing ---------------------------------------------------------------------

    def repair(self) -> Diagnosis:
        """Heal what `doctor` found, then diagnose again."""
        repair(self.store, self.projection)
        for space in self.left_undone.spaces:
            self.make_up(space)
        return self.doctor()

    def forget(self, space: str, **given: str | None) -> int:
        """Delete what one id names; how many runs, patterns, facts or parts of
        documents went. Raises NotFound, and InvalidInput unless one id is given."""
        try:
            return forget_one(self.ways_to_forget, space, given)
        finally:
            self.store.forget_names()

    def clear(
        self,
        space: str,
        kind: clearing.ClearKind,
        progress: Progress | None = None,
    ) -> int:
        """Delete everything of a kind; how much went. Raises InvalidInput for any
        other kind."""
        try:
            return clearing.clear(self.store, space, kind, callback(progress))
        finally:
            self.store.forget_names()
            self.projection.drain(force=True)

    # moving -----------------------------------------------------------------------

    def export_to(
        self,
        space: str,
        path: object,
        *,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> ExportReport:
        """Write a space into a file. Raises InvalidInput for a place that can't be
        written."""
        began, file = time.perf_counter(), file_path(path)
        made = self.projection.generation
        vectors = {
            "model": made.model,
            "dimensions": made.dimensions,
            "generation": made.number,
        }
        with new_file(file, overwrite=flag("overwrite", overwrite)) as stream:
            packed, told = is_packed(file), callback(progress)
            nodes, relationships = export(
                self.store, space, stream, vectors, packed=packed, progress=told
            )
        return ExportReport(
            path=str(file),
            space=space,
            runs=nodes.get("Experience", 0),
            nodes=nodes,
            relationships=relationships,
            size=file.stat().st_size,
            seconds=time.perf_counter() - began,
        )

    def import_from(
        self, space: str, path: object, progress: Progress | None = None
    ) -> ImportReport:
        """Take up an export of a space of this name; what is here stays. Raises
        InvalidInput, with nothing written, for what is no sound export of it, and
        JobRunning while another process learns its patterns."""
        began, told = time.perf_counter(), callback(progress)
        file = file_path(path)
        with self.alone(space):  # a job would read what is half taken up
            done = import_file(
                self.store, space, file, self.wording, told, new_graph=self.new_graph
            )
        failed = self.projection.drain(force=True, progress=told).failure
        took = time.perf_counter() - began
        return done.model_copy(
            update={"vectors": "pending" if failed else "indexed", "seconds": took}
        )
