"""trajectory -> redact -> distill -> graph + outbox -> vectors."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date

from kgmem.errors import InvalidInput, KgmemError, StoreUnavailable
from kgmem.graph.rows import RunToStore
from kgmem.graph.store import GraphStore
from kgmem.index.projection import Projection
from kgmem.learn.failed_log import FailedLog
from kgmem.learn.prepare import Prepared, prepare
from kgmem.model.base import MAX_DEPTH, MAX_WHOLE, Value
from kgmem.model.experience import ItemError, Learned, LearnReport
from kgmem.model.trajectory import MAX_STEPS, Trajectory, parse_trajectory
from kgmem.model.values.arguments import shown
from kgmem.model.values.batches import batches
from kgmem.ports import LanguageModel
from kgmem.redact import Redactor, redact_text

BATCH = 128
"""Runs per transaction of `many`."""
BESIDE = 20
"""Levels of an input around the JSON values in it, at most."""
MAX_REPEATED = 100_000
"""Values in lists and mappings that an input holds more than once, as far as the failed
log takes them: shared ones can stand for any number."""

Progress = Callable[[int, int | None], None]
Assign = Callable[
    [Sequence[tuple[RunToStore, bool]], Collection[str]], Sequence[str | None]
]
"""Given stored runs and whether each is new, and the ids of tasks that nobody had done
before them: the pattern that each run belongs to."""


@dataclass(frozen=True, slots=True)
class Learn:
    """The learn flow over a graph and its projection."""

    store: GraphStore
    projection: Projection
    failed: FailedLog
    new_redactor: Callable[[], Redactor]
    chat: LanguageModel | None = None
    assign: Assign | None = None
    begin: Callable[[], None] = lambda: None
    """Told whenever something is about to be learned."""

    def __call__(
        self,
        given: Trajectory | Mapping[str, object],
        space: str,
        *,
        redactor: Redactor | None = None,
        drop_drafts: Sequence[str] = (),
    ) -> Learned:
        """Store one run; what raises is kept, redacted, in the failed log. A run that
        is known, and tells neither an id nor a time, was done once more."""
        self.begin()
        try:
            prepared = self._prepare(given, space, redactor)
            learned = self._commit([prepared], drop_drafts)[0]
            if learned.status == "duplicate" and prepared.is_undated:
                learned = self._commit([prepared.again()], drop_drafts)[0]
            return learned
        except KgmemError as error:
            self.keep_failed(given, space, error, drop_drafts)
            raise

    def many(
        self,
        given: Iterable[object],
        space: str,
        *,
        progress: Progress | None = None,
    ) -> LearnReport:
        """Store runs in batches; a bad one is reported and the rest goes on.

        Raises StoreUnavailable if the graph goes away; the batch at hand is then
        in the failed log.
        """
        start = time.perf_counter()
        if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
            raise InvalidInput(
                f"trajectories: a list is needed, not {type(given).__name__}"
            )
        total = len(given) if isinstance(given, Sequence) else None
        items: list[Learned] = []
        errors: list[ItemError] = []
        for batch in batches(enumerate(given), BATCH):
            items += self._learn_batch(batch, space, errors)
            if progress:
                progress(batch[-1][0] + 1, total)
        self.projection.link()
        return _report(items, errors, start)

    def _learn_batch(
        self,
        batch: Sequence[tuple[int, object]],
        space: str,
        errors: list[ItemError],
    ) -> list[Learned]:
        self.begin()
        ready: list[tuple[int, object, Prepared]] = []

        def refuse(index: int, one: object, error: KgmemError) -> None:
            errors.append(_item_error(index, one, error))
            self.keep_failed(one, space, error)

        for index, one in batch:
            try:
                ready.append((index, one, self._prepare(one, space, None)))
            except KgmemError as error:
                refuse(index, one, error)
        try:
            return [
                one
                for part in _portions(ready)
                for one in self._commit_each(part, refuse)
            ]
        except StoreUnavailable as error:
            for _, one, _ in ready:
                self.keep_failed(one, space, error)
            raise

    def _commit_each(
        self,
        ready: Sequence[tuple[int, object, Prepared]],
        refuse: Callable[[int, object, KgmemError], None],
    ) -> list[Learned]:
        """All in one transaction; where the graph refuses one of them, one by one."""
        try:
            return self._commit([prepared for _, _, prepared in ready])
        except InvalidInput as error:
            if len(ready) == 1:
                refuse(*ready[0][:2], error)
                return []
        return [one for item in ready for one in self._commit_each([item], refuse)]

    def _prepare(
        self, given: object, space: str, redactor: Redactor | None
    ) -> Prepared:
        return prepare(
            parse_trajectory(given), space, redactor or self.new_redactor(), self.chat
        )

    def _commit(
        self, prepared: Sequence[Prepared], drop_drafts: Sequence[str] = ()
    ) -> list[Learned]:
        written = self.store.write_runs([one.run.rows for one in prepared], drop_drafts)
        # From here on it is acknowledged: vectors may follow later.
        taken = self.projection.take_up(written.points)
        waits = taken.failure or self.projection.failure
        stored = [(one.run, n) for one, n in zip(prepared, written.stored, strict=True)]
        patterns: Sequence[str | None] = [None] * len(stored)
        if self.assign:
            patterns = self.assign(stored, written.made)
        return [
            Learned(
                experience_id=one.run.experience_id,
                task_id=one.run.task_id,
                status="stored" if new else "duplicate",
                pattern_id=pattern,
                dropped_steps=one.dropped,
                steps=len(one.run.trajectory.steps),
                redactions=one.redactions,
                vectors="pending" if waits else "ready",
            )
            for one, new, pattern in zip(
                prepared, written.stored, patterns, strict=True
            )
        ]

    @contextmanager
    def keeping(self, given: object, space: str) -> Iterator[None]:
        """What raises before it is a trajectory goes to the failed log, too."""
        try:
            yield
        except InvalidInput as error:
            self.keep_failed(given, space, error)
            raise

    def keep_failed(
        self, given: object, space: str, error: KgmemError, drafts: Sequence[str] = ()
    ) -> None:
        """Append an input that was not learned to the failed log, redacted, with the
        ids of the drafts that go when it is learned after all."""
        if isinstance(given, Trajectory):
            given = given.compact()
        redacted = self.new_redactor().json(_plain(given))
        payload = {"space": space, "trajectory": redacted, "drafts": list(drafts)}
        self.failed.append(payload, describe(error))

    def retry_failed(self) -> LearnReport:
        """Learn what the failed log holds; what is learned leaves the log."""
        start = time.perf_counter()
        with _readable(self.failed):
            entries = self.failed.entries()
        items: list[Learned] = []
        errors: list[ItemError] = []
        done = []
        for index, entry in enumerate(entries):
            try:
                space, given, drafts = _unpacked(entry.payload)
                prepared = self._prepare(given, space, None)
                items += self._commit([prepared], drafts)
                done.append(entry)
            except KgmemError as error:
                errors.append(_item_error(index, entry.payload, error))
        with _readable(self.failed):
            self.failed.remove(done)
        return _report(items, errors, start)


_Ready = tuple[int, object, Prepared]


def _portions(ready: Iterable[_Ready]) -> Iterator[list[_Ready]]:
    """Parts with no more steps together than one run may have: so much fits into a
    transaction."""
    part: list[_Ready] = []
    steps = 0
    for one in ready:
        more = len(one[2].run.trajectory.steps)
        if part and steps + more > MAX_STEPS:
            yield part
            part, steps = [], 0
        part.append(one)
        steps += more
    if part:
        yield part


@contextmanager
def _readable(log: FailedLog) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreUnavailable(
            f"the failed log {log.path} can't be used: {error}; free it or set "
            "KGMEM_LOG_DIR"
        ) from error


def _report(
    items: Sequence[Learned], errors: Sequence[ItemError], start: float
) -> LearnReport:
    stored = sum(item.status == "stored" for item in items)
    return LearnReport(
        stored=stored,
        duplicates=len(items) - stored,
        failed=len(errors),
        items=tuple(items),
        errors=tuple(errors),
        seconds=time.perf_counter() - start,
    )


def describe(error: KgmemError) -> str:
    """An error's kind and message, redacted."""
    return f"{type(error).__name__}: {redact_text(str(error))}"


def _unpacked(payload: object) -> tuple[str, object, list[str]]:
    if not isinstance(payload, Mapping) or "trajectory" not in payload:
        raise InvalidInput("this entry of the failed log holds no trajectory")
    drafts = [str(key) for key in payload.get("drafts") or ()]
    return str(payload.get("space") or "default"), payload["trajectory"], drafts


def _item_error(index: int, given: object, error: KgmemError) -> ItemError:
    source = (
        given.get("source_task_id")
        if isinstance(given, Mapping)
        else getattr(given, "source_task_id", None)
    )
    return ItemError(
        index=index,
        source_task_id=_told(source),
        error=describe(error),
    )


def _told(source: object) -> str | None:
    if source is None:
        return None
    return redact_text(source[:200] if isinstance(source, str) else shown(source))


class _TooMuch(Exception):
    """It stands for more than can be kept."""


class _Plain:
    """Makes a JSON-ready value of anything: what is none becomes its type's name."""

    def __init__(self) -> None:
        self._around: set[int] = set()
        self._seen: set[int] = set()
        self._repeats = MAX_REPEATED

    def __call__(self, value: object) -> object:
        if value is None or isinstance(value, str | bool | float):
            return value
        if isinstance(value, int):
            return value if abs(value) <= MAX_WHOLE else shown(value)
        if isinstance(value, date):  # a datetime, too
            return value.isoformat()
        if isinstance(value, Value):
            return value.model_dump(mode="json")
        if isinstance(value, Mapping | list | tuple):
            return self._parts(value)
        return f"<{type(value).__name__}>"

    def _parts(self, value: Mapping[object, object] | Sequence[object]) -> object:
        key = id(value)
        if key in self._around or len(self._around) > MAX_DEPTH + BESIDE:
            return "…"
        if key in self._seen:
            self._repeats -= len(value)
            if self._repeats < 0:
                raise _TooMuch
        self._seen.add(key)
        self._around.add(key)
        try:
            if isinstance(value, Mapping):
                return {
                    k if isinstance(k, str) else shown(k): self(v)
                    for k, v in value.items()
                }
            return [self(one) for one in value]
        finally:
            self._around.discard(key)


def _plain(value: object) -> object:
    try:
        return _Plain()(value)
    except _TooMuch:
        return "<too much to keep>"
