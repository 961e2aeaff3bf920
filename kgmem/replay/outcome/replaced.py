"""The run of a repair gives way to the agent's own record of that run."""

from contextlib import suppress
from dataclasses import dataclass

from kgmem.errors import NotFound
from kgmem.graph.rows import RunToStore
from kgmem.graph.runs.forget import forget
from kgmem.graph.runs.reports import ReportStore, repair_draft
from kgmem.graph.store import GraphStore
from kgmem.index.projection import Projection


@dataclass(frozen=True, slots=True)
class Repairs:
    """Runs that were made of what agents did in the place of failed steps."""

    store: GraphStore
    projection: Projection
    reports: ReportStore

    def replaced_by(self, run: RunToStore) -> None:
        """Drop the repair's run if this one is the record of the same."""
        plan_id = run.trajectory.plan_id or ""
        known = self.reports.repair(run.space, plan_id)
        if known and known != run.experience_id:
            self.drop(run.space, plan_id)

    def drop(self, space: str, plan_id: str) -> None:
        """Delete the run of a plan's repair. Each step may be done again by whoever
        finds it half done."""
        known = self.reports.repair(space, plan_id)
        if known is None:
            return
        self.store.write("drop_drafts", ids=[repair_draft(space, plan_id)])
        with suppress(NotFound):
            forget(self.store, space, None, known)
            self.projection.drain(force=True)
        self.reports.set_repair(space, plan_id, None)

    def drop_replaced(self, space: str) -> None:
        """Drop all that still count beside the agent's own record."""
        for plan_id in self.reports.replaced_repairs(space):
            self.drop(space, plan_id)
