"""table -> bind -> begin -> follow -> note: a task is done for each row of a table.

Written once, for drivers and memories that answer at once and for those of asyncio.
"""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from kgmem.config import Settings
from kgmem.errors import InvalidInput
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.plan import Plan
from kgmem.model.recollection import describe_step
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Step
from kgmem.model.values.arguments import (
    callback,
    file_path,
    flag,
    optional_text,
    shown,
    whole_number,
)
from kgmem.ports import Query
from kgmem.redact import redact_text
from kgmem.replay.follow.driver import Confirm, Driver, Replaying, driving
from kgmem.replay.follow.flow import following
from kgmem.replay.follow.followed import Followed
from kgmem.replay.follow.page_at_hand import Pause, told_of
from kgmem.replay.rows.binding import (
    ReadyRow,
    Recalling,
    Template,
    bound,
    redacted,
    template_of,
)
from kgmem.replay.rows.journal import Journal, key_of
from kgmem.replay.rows.row import Row, Rows
from kgmem.replay.rows.table import rows_of, write_table
from kgmem.replay.start import (
    ASKS,
    KnowsRuns,
    address_of,
    is_elsewhere,
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

    confirm: Confirm | None = None
    verify: VerifyRow | None = None
    databases: Mapping[str, Query] | None = None
    rate: float | None = None
    """Rows a minute, at most."""
    start: str | None = None
    """The page that each row begins on."""
    again: Collection[int] = ()
    """Rows to be done once more, whatever came of them."""
    progress: Progress | None = None

    def check(self) -> None:
        """Raise InvalidInput for what can't be done so."""
        for name in ("confirm", "verify", "progress"):
            callback(getattr(self, name), name)
        optional_text("start", self.start)
        if not isinstance(self.databases, Mapping | None):
            raise InvalidInput("databases: functions by name are needed")
        if isinstance(self.again, str) or not isinstance(self.again, Collection):
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
    *,
    app: str | None = None,
    journal: str | Path | None = None,
    resume: bool = False,
    dry_run: bool = False,
) -> Turns[Rows]:
    """What came of the rows. Raises InvalidInput before anything is done where the
    table, the journal or the task can't be used."""
    order.check()
    flag("resume", resume)
    template = yield from template_of(memory, task, optional_text("app", app))
    table = rows_of(source, template.columns)
    path = _journal_of(journal, source, template, table, memory.settings.home)
    if flag("dry_run", dry_run):
        return (yield from _only_told(memory, template, table, path))
    if (driver := driving(driver)) is None:
        raise InvalidInput("driver: is needed to do the rows; without one: dry_run")
    with Journal(path, redact_text(template.text)).held(resume=resume) as kept:
        kept.check([redacted(n, item)[0] for n, item in enumerate(table, 1)])
        work = _Work(memory, template, table, driver, pause, order, kept)
        try:
            yield from work.all()
        finally:
            rows = work.rows()
            _write(rows)
    return rows


@dataclass(slots=True)
class _Work:
    """Rows being done, one after the other."""

    memory: Working
    template: Template
    table: Sequence[Mapping[str, str]]
    driver: Driver
    pause: Pause
    order: Order
    journal: Journal
    halted: str | None = None
    _here: str | None = None
    """The address that was shown before the first row."""
    _starts: dict[str, str] = field(default_factory=dict)
    """Where rows begin, by what their plans were made from."""
    _begun_at: float | None = None
    _begun_on: set[str] = field(default_factory=set)
    """The pages, as templates, on which a row was begun."""
    _shut_out: Row | None = None
    """The row before, if it could not even begin."""

    def all(self) -> Turns[None]:
        """Do the rows that were not begun, or are to be done again."""
        count = len(self.table)
        for n, values in enumerate(self.table, 1):
            if n not in self.journal.ended or n in self.order.again:
                yield from self._one(n, values)
            if self.halted:
                return
            if self.order.progress:
                self.order.progress(n, count)

    def rows(self) -> Rows:
        """What came of all."""
        finished = []
        for n, values in enumerate(self.table, 1):
            row = self.journal.ended.get(n) or Row(number=n, reason=self.halted)
            stored = redacted(n, values)[0]
            finished.append(row.model_copy(update={"values": stored}))
        path = self.journal.path
        results = path.with_name(f"{_stem(path)}.results.csv")
        return Rows(
            rows=tuple(finished), journal=path, results=results, halted=self.halted
        )

    def _one(self, n: int, values: Mapping[str, str]) -> Turns[None]:
        ready = yield from bound(self.memory, self.template, n, values)
        row = Row(number=n, values=ready.values, outcome="aside", reason=ready.why_not)
        start = ""
        if ready.plan is not None:
            if ready.plan.needs_confirmation and self.order.confirm is None:
                self.halted = (
                    "a step can't be taken back, and nobody is there to allow it"
                )
                return
            yield from self._wait_for_turn()
            start = yield from self._starting(ready.plan)
        self.journal.begin(row)
        is_shut_out = False
        if ready.plan is not None:
            row, is_shut_out = yield from self._done(row, ready, values, start)
        row = _told(row, ready)
        if is_shut_out and self._shut_out:
            self.halted = f"two rows in turn could not begin: {row.reason}"
            for item in (self._shut_out, row):
                self.journal.put_back(item)
            return
        if ready.plan is not None:
            self._shut_out = row if is_shut_out else None
        self.journal.end(row)

    def _done(
        self, row: Row, ready: ReadyRow, values: Mapping[str, str], start: str
    ) -> Turns[tuple[Row, bool]]:
        """What came of the row, and whether it was shut out of where it begins: there
        was no page, something lay over it, or another one came, as after a log-out."""
        try:
            is_there = not start or (yield from opened(self.driver, start))
            here = yield from standing_at(self.driver)
        except Exception as error:
            reason = f"the start page can't be opened: {told_of(error)}"
            return row.model_copy(update={"reason": reason}), True
        if not is_there:
            reason = "the start page can't be opened"
            return row.model_copy(update={"reason": reason}), True
        followed = yield from self._follow(ready, values)
        if followed.steps:
            self._begun_on.add(here)
        row = _came_of(row, followed)
        if row.outcome == "success" or followed.outcome == "absent":
            return row, False
        if (now := (yield from self._asks_to_sign_in())) and row.reason:
            row = row.model_copy(update={"reason": f"{row.reason}; {now}"})
        is_known = here in (*self._begun_on, url_template(start))
        is_shut_out = followed.cause == "blocked" or not is_known
        was_tried = followed.steps or followed.may_be_done
        return row, is_shut_out and not was_tried

    def _asks_to_sign_in(self) -> Turns[str | None]:
        """That the page asks for a password, where those that rows begin on don't."""
        try:
            now = yield from standing_at(self.driver)
        except Exception:
            return None
        is_asking = now.endswith(ASKS) and now not in self._begun_on
        return "the page asks for a password" if is_asking else None

    def _follow(self, ready: ReadyRow, values: Mapping[str, str]) -> Turns[Followed]:
        assert ready.plan is not None
        order = self.order
        verify = order.verify and partial(order.verify, *_arguments(order, values))
        return (
            yield from following(
                self.memory,
                ready.plan,
                self.driver,
                self.pause,
                confirm=order.confirm,
                verify=verify,
                databases=order.databases,
            )
        )

    def _starting(self, plan: Plan) -> Turns[str]:
        """The page that the row begins on: as it was said, or where the plan's run
        began, or the one that was shown before the first row, where that is of another
        site; none where the plan goes there itself. Never one that a row ended on: to
        open that may do the row again."""
        if self._here is None:
            self._here = yield from address_of(self.driver)
        if self.order.start or (plan.steps and plan.steps[0].does.enters == "address"):
            return self.order.start or ""
        known = plan.origin.id
        if known not in self._starts:
            start = yield from starting(self.memory, plan)
            is_other = start is None or is_elsewhere(start, self._here)
            self._starts[known] = self._here if is_other else start or ""
        return self._starts[known]

    def _wait_for_turn(self) -> Turns[None]:
        """Not more rows a minute than were asked for."""
        if self.order.rate and self._begun_at is not None:
            left = self._begun_at + 60 / self.order.rate - monotonic()
            if left > 0:
                yield self.pause(left)
        self._begun_at = monotonic()


def _only_told(
    memory: Working,
    template: Template,
    table: Sequence[Mapping[str, str]],
    path: Path,
) -> Turns[Rows]:
    """What would be done, and why a row would be put aside; nothing is done."""
    rows = []
    for n, values in enumerate(table, 1):
        ready = yield from bound(memory, template, n, values)
        steps = [describe_step(step) for step in ready.plan.steps] if ready.plan else ()
        row = Row(
            number=n,
            values=ready.values,
            outcome="skipped" if ready.plan else "aside",
            reason=ready.why_not,
            steps=tuple(ready.without_secrets(item) or "" for item in steps),
        )
        rows.append(_told(row, ready))
    return Rows(rows=tuple(rows), journal=path)


def _came_of(row: Row, followed: Followed) -> Row:
    """The row with what came of it."""
    outcome = followed.outcome
    return row.model_copy(
        update={
            "outcome": outcome if outcome in ("success", "failure") else "aside",
            "reason": followed.reason,
            "may_be_done": outcome != "success" and _may_be_done(followed),
            "verified": followed.verified,
            "answers": dict(followed.answers),
        }
    )


def _may_be_done(followed: Followed) -> bool:
    """Was anything tried that may have had an effect?"""
    return followed.may_be_done or any(map(_may_have_had_effect, followed.steps))


def _may_have_had_effect(step: Step) -> bool:
    """Did it do more than fill in or show something, or lead to another page?"""
    does, target = step.does, step.target
    is_link = target is not None and kind_of(target) == "link"
    shows = does.idles or does.waits or does.gives or does.leads is not None or is_link
    return not (does.edits or shows)


def _told(row: Row, ready: ReadyRow) -> Row:
    """The row without its secrets."""
    answers = {
        name: item.model_copy(
            update={
                "value": ready.redactor.json(item.value),
                "text": ready.without_secrets(item.text),
            }
        )
        for name, item in row.answers.items()
    }
    reason = ready.without_secrets(row.reason)
    return row.model_copy(update={"reason": reason, "answers": answers})


def _arguments(order: Order, values: Mapping[str, str]) -> tuple[Any, ...]:
    """What the check of the effect is called with: the row, if it takes something."""
    try:
        inspect.signature(order.verify or _arguments).bind(values)
    except (TypeError, ValueError):
        return ()
    return (values,)


def _journal_of(
    named: str | Path | None,
    source: object,
    template: Template,
    table: Sequence[Mapping[str, str]],
    home: Path,
) -> Path:
    """Where the journal is: as named, beside the table, or with the memory by a hash of
    the task and its rows."""
    if named is not None:
        return file_path(named)
    if isinstance(source, str | Path):
        return Path(source).with_suffix(".journal.jsonl")
    stored = [key_of(redacted(n, item)[0]) for n, item in enumerate(table, 1)]
    key = key_of({"task": template.text, "rows": " ".join(stored)})
    return home / "rows" / f"{key}.journal.jsonl"


def _stem(path: Path) -> str:
    return path.name.removesuffix(".jsonl").removesuffix(".journal")


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
