"""Doing tasks: one, whether it is known or not, and one for each row of a table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from kgmem.memory.exporting import ExportingFace
from kgmem.memory.opened import Progress
from kgmem.memory.operating import OperatingFace
from kgmem.threaded import Threaded
from kgmem.turns import Turns, at_once, awaited

if TYPE_CHECKING:
    from kgmem.replay.doing import Agent
    from kgmem.replay.follow.driver import Confirm, Driver, Verify
    from kgmem.replay.follow.followed import Followed
    from kgmem.replay.follow.page_at_hand import Pause
    from kgmem.replay.rows.flow import VerifyRow
    from kgmem.replay.rows.row import Rows

T = TypeVar("T")


class DoingFace(ExportingFace, OperatingFace):
    """Doing tasks."""

    def do(
        self,
        task: str,
        *,
        agent: Agent | None = None,
        driver: Driver | None = None,
        app: str | None = None,
        verify: Verify | None = None,
        confirm: Confirm | None = None,
    ) -> Followed:
        """Do a task, be it known or not: the first time by the agent, then by its plan.

        What is known is followed on the driver's page, as `kgmem.follow` does it. What
        is not known, or is left where following stopped, goes to `agent(handover)`:
        see `kgmem.Handover` for what it is handed, and what it may give. What both did
        is learned as one run of the task; it is a success if `verify()` says so, or,
        where that tells nothing, if the agent ends without an error. A driver that
        can't watch what others do on its page needs an agent that gives its `steps`.
        What nobody confirmed goes to no agent.
        """
        from kgmem.replay.doing import doing

        return _finished(
            self,
            lambda pause: doing(
                self,
                task,
                pause,
                agent=agent,
                driver=driver,
                app=app,
                verify=verify,
                confirm=confirm,
            ),
        )

    def run(
        self,
        task: str,
        rows: Iterable[Mapping[str, str]] | str | Path,
        driver: Driver | None = None,
        *,
        resume: bool = False,
        dry_run: bool = False,
        verify: VerifyRow | None = None,
        rate: float | None = None,
        confirm: Confirm | None = None,
        app: str | None = None,
        start: str | None = None,
        again: Collection[int] = (),
        progress: Progress | None = None,
    ) -> Rows:
        """Do a task for each row of a table: `'Order "{product}" for "{person}"'` with
        a hole for each column, or a pattern's name or id.

        `rows` is a CSV file or mappings. A row is done by a plan that is known to do
        just that with its values, from the page `start` on (by default where the
        plan's run began); it is checked by `verify(row)` and the checks that the runs
        carry. A row that is not done to its end is put aside with the reason, and the
        next one begins; two in turn that can't even begin end it.

        What was begun and what ended is in a journal, beside the table or with the
        memory, before anything else happens. `resume` goes on where it ends, and does
        no row twice: one that was begun and did not end is told, and done again if
        `again` has its number. `rate` is the most rows a minute. `dry_run` tells what
        would be done. `confirm(step)` allows a step that can't be taken back.

        Raises InvalidInput, before anything is done, for a table that lacks a column
        or a cell or has a row twice, and where a journal is there already.
        """
        from kgmem.replay.rows.flow import Order, running

        order = Order(
            app=app,
            resume=resume,
            dry_run=dry_run,
            verify=verify,
            rate=rate,
            confirm=confirm,
            start=start,
            again=again,
            progress=progress,
        )
        return _finished(
            self, lambda pause: running(self, task, rows, driver, pause, order)
        )


def _finished(memory: object, work: Callable[[Pause], Turns[T]]) -> T:
    """What the work gives; of an AsyncMemory, which has the same methods, something to
    be awaited for it."""
    if isinstance(memory, Threaded):
        return cast("T", awaited(work(asyncio.sleep)))
    return at_once(work(time.sleep))
