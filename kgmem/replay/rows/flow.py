"""table -> bind -> begin -> follow -> note: a task is done for each row of a table.

Written once, for drivers and memories that answer at once and for those of asyncio.
"""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Protocol

from kgmem.config import Settings
from kgmem.errors import InvalidInput
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.plan import Plan
from kgmem.model.recollection import describe_step
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Step
from kgmem.model.values.arguments import (
    callback,
    flag,
    optional_text,
    shown,
    whole_number,
)
from kgmem.redact import redact_text
from kgmem.replay.follow.driver import Confirm, Driver, Replaying, Verify, driving
from kgmem.replay.follow.flow import follower, following
from kgmem.replay.follow.followed import Followed
from kgmem.replay.follow.page_at_hand import Pause, told_of
from kgmem.replay.rows.binding import (
    AskedRow,
    Recalling,
    bound,
    columns_of,
    template_of,
)
from kgmem.replay.rows.journal import Journal, key_of
from kgmem.replay.rows.row import Row, Rows
from kgmem.replay.rows.table import rows_of, write_table
from kgmem.replay.start import (
    ASKS,
    KnowsRuns,
    address_of,
    opened,
    standing_at,
    starting,
)
from kgmem.turns import Maybe, Turns

VerifyRow = Callable[..., Maybe[bool | None]]
"""Was the row's effect reached, by another source than the page? Called with the row's
values, or with nothing."""
Progress = Callable[[int, int | None], None]


class Working(Recalling, KnowsRuns, Replaying, Protocol):
    """The part of a memory that working through rows needs."""

    @property
    def settings(self) -> Settings:
        """What it was opened with."""


@dataclass(frozen=True, slots=True)
class Order:
    """How rows are to be done."""

    app: str | None = None
    resume: bool = False
    dry_run: bool = False
    verify: VerifyRow | None = None
    rate: float | None = None
    """Rows a minute, at most."""
    confirm: Confirm | None = None
    start: str | None = None
    """The page that each row begins on."""
    again: Collection[int] = ()
    """Rows to be done once more, whatever came of them."""
    progress: Progress | None = None

    def check(self) -> None:
        """Raise InvalidInput for what can't be done so."""
        for name in ("confirm", "verify", "progress"):
            callback(getattr(self, name), name)
        for name in ("app", "start"):
            optional_text(name, getattr(self, name))
        for name in ("resume", "dry_run"):
            flag(name, getattr(self, name))
        if not isinstance(self.again, Collection):
            raise InvalidInput(f"again: numbers of rows, not {shown(self.again)}")
        for n in self.again:
            whole_number("again", n, 1)
        is_number = isinstance(self.rate, int | float) and self.rate > 0
        if self.rate is not None and not is_number:
            raise InvalidInput("rate: a number of rows a minute, over 0")


def running(
    memory: Working,
    task: str,
    source: object,
    driver: Driver | None,
    pause: Pause,
    order: Order,
) -> Turns[Rows]:
    """What came of the rows. Raises InvalidInput before anything is done where the
    table, the journal or the task can't be used."""
    order.check()
    template = yield from template_of(memory, task, order.app)
    read = rows_of(source, columns_of(template))
    table = [AskedRow.of(n, values) for n, values in enumerate(read, 1)]
    path = _journal_of(source, template, table, memory.settings.home)
    if order.dry_run:
        rows = yield from _only_told(memory, template, table, order.app)
        return Rows(rows=rows, journal=path)
    if (driver := driving(driver)) is None:
        raise InvalidInput("driver: is needed to do the rows; without one: dry_run")
    with Journal(path, redact_text(template)).held(resume=order.resume) as kept:
        kept.check([asked.row.values for asked in table])
        work = _Work(memory, template, table, driver, pause, order, kept)
        try:
            yield from work.all()
        finally:
            result = work.result()
            _write(result)
    return result


@dataclass(slots=True)
class _Work:
    """Rows being done, one after the other."""

    memory: Working
    template: str
    table: Sequence[AskedRow]
    driver: Driver
    pause: Pause
    order: Order
    journal: Journal
    halted: str | None = None
    _here: str | None = None
    """The address that was shown before the first row."""
    _begun_at: float | None = None
    _begun_on: set[str] = field(default_factory=set)
    """The pages, as templates, on which a row was begun."""
    _shut_out: Row | None = None
    """The row before, if it could not even begin."""

    def all(self) -> Turns[None]:
        """Do the rows that were not begun, or are to be done again."""
        for asked in self.table:
            n = asked.row.number
            if n not in self.journal.ended or n in self.order.again:
                yield from self._one(asked)
            if self.halted:
                return
            if self.order.progress:
                self.order.progress(n, len(self.table))

    def result(self) -> Rows:
        """What came of all."""
        unbegun = {"reason": self.halted}
        rows = (
            self.journal.ended.get(
                asked.row.number, asked.row.model_copy(update=unbegun)
            )
            for asked in self.table
        )
        path = self.journal.path
        return Rows(
            rows=tuple(rows),
            journal=path,
            results=path.with_suffix("").with_suffix(".results.csv"),
            halted=self.halted,
        )

    def _one(self, asked: AskedRow) -> Turns[None]:
        plan, why_not = yield from bound(
            self.memory, self.template, self.order.app, asked
        )
        if plan is None:
            self.journal.begin(asked.row)
            self.journal.end(asked.told("aside", why_not))
            return
        if plan.needs_confirmation and self.order.confirm is None:
            self.halted = "a step can't be taken back, and nobody is there to allow it"
            return
        yield from self._wait_for_turn()
        start = yield from self._starting(plan)
        self.journal.begin(asked.row)
        row, is_shut_out = yield from self._done(asked, plan, start)
        if is_shut_out and self._shut_out:
            self.halted = f"two rows in turn could not begin: {row.reason}"
            for item in (self._shut_out, row):
                self.journal.put_back(item)
            return
        self._shut_out = row if is_shut_out else None
        self.journal.end(row)

    def _done(self, asked: AskedRow, plan: Plan, start: str) -> Turns[tuple[Row, bool]]:
        """What came of the row, and whether it was shut out of where it begins: there
        was no page, something lay over it, or another one came, as after a log-out."""
        reason = "the start page can't be opened"
        try:
            is_there = not start or (yield from opened(self.driver, start))
            here = yield from standing_at(self.driver)
        except Exception as error:
            is_there, reason = False, f"{reason}: {told_of(error)}"
        if not is_there:
            return asked.told("aside", reason), True
        confirm, verify = self.order.confirm, _check_of(self.order.verify, asked.values)
        work = follower(self.memory, plan, self.driver, self.pause, confirm)
        followed = yield from following(work, verify)
        if followed.steps:
            self._begun_on.add(here)
        if followed.outcome in ("success", "absent"):
            return _came_of(asked, followed), False
        now = yield from self._asks_to_sign_in()
        is_known = here in (*self._begun_on, url_template(start))
        is_shut_out = followed.cause == "blocked" or not is_known
        was_tried = followed.steps or followed.may_be_done
        return _came_of(asked, followed, now), is_shut_out and not was_tried

    def _asks_to_sign_in(self) -> Turns[str]:
        """That the page asks for a password, where those that rows begin on don't."""
        try:
            now = yield from standing_at(self.driver)
        except Exception:
            return ""
        is_asking = now.endswith(ASKS) and now not in self._begun_on
        return "; the page asks for a password" if is_asking else ""

    def _starting(self, plan: Plan) -> Turns[str]:
        """The page that the row begins on: as it was said, or where the plan's run
        began, or the one that was shown before the first row, where that is of another
        site; none where the plan goes there itself. Never one that a row ended on: to
        open that may do the row again."""
        if self._here is None:
            self._here = yield from address_of(self.driver)
        if self.order.start:
            return self.order.start
        start = yield from starting(self.memory, plan, self._here)
        return self._here if start is None else start

    def _wait_for_turn(self) -> Turns[None]:
        """Not more rows a minute than were asked for."""
        if self.order.rate and self._begun_at is not None:
            left = self._begun_at + 60 / self.order.rate - monotonic()
            if left > 0:
                yield self.pause(left)
        self._begun_at = monotonic()


def _only_told(
    memory: Working, template: str, table: Sequence[AskedRow], app: str | None
) -> Turns[tuple[Row, ...]]:
    """What would be done, and why a row would be put aside; nothing is done."""
    rows = []
    for asked in table:
        plan, why_not = yield from bound(memory, template, app, asked)
        steps = list(map(describe_step, plan.steps)) if plan else []
        rows.append(asked.told("skipped" if plan else "aside", why_not, steps=steps))
    return tuple(rows)


def _came_of(asked: AskedRow, followed: Followed, besides: str = "") -> Row:
    """The row with what came of it, and with what is to be said besides of why."""
    outcome = followed.outcome
    may_be_done = followed.may_be_done or any(map(_may_have_had_effect, followed.steps))
    return asked.told(
        outcome if outcome in ("success", "failure") else "aside",
        followed.reason and followed.reason + besides,
        may_be_done=outcome != "success" and may_be_done,
        verified=followed.verified,
        answers=dict(followed.answers),
    )


def _may_have_had_effect(step: Step) -> bool:
    """Did it do more than fill in or show something, or lead to another page?"""
    does, target = step.does, step.target
    is_link = target is not None and kind_of(target) == "link"
    shows = does.idles or does.waits or does.gives or does.leads is not None or is_link
    return not (does.edits or shows)


def _check_of(verify: VerifyRow | None, values: Mapping[str, str]) -> Verify | None:
    """The check of a row's effect: called with the row, if it takes something."""
    if verify is None:
        return None
    with suppress(TypeError, ValueError):
        inspect.signature(verify).bind(values)
        return partial(verify, values)
    return verify


def _journal_of(
    source: object, template: str, table: Sequence[AskedRow], home: Path
) -> Path:
    """Where the journal is: beside the table, or with the memory by a hash of the task
    and its rows."""
    if isinstance(source, str | Path):
        return Path(source).with_suffix(".journal.jsonl")
    stored = " ".join(key_of(asked.row.values) for asked in table)
    key = key_of({"task": template, "rows": stored})
    return home / "rows" / f"{key}.journal.jsonl"


def _write(rows: Rows) -> None:
    """The results beside the journal."""
    if rows.results is None or all(row.outcome == "skipped" for row in rows.rows):
        return
    columns = list(dict.fromkeys(name for row in rows.rows for name in row.values))
    names = list(dict.fromkeys(name for row in rows.rows for name in row.answers))
    answers = [f"answer {name}" if name in columns else name for name in names]
    head = ["row", *columns, "outcome", "reason", "may be done", *answers]
    write_table(
        rows.results,
        head,
        (
            [
                str(row.number),
                *(row.values.get(name, "") for name in columns),
                row.outcome,
                row.reason or "",
                "yes" if row.may_be_done else "",
                *(
                    row.answers[item].text if item in row.answers else ""
                    for item in names
                ),
            ]
            for row in rows.rows
        ),
    )
