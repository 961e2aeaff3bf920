"""source -> reader -> runs -> the learn flow."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, cast, get_args

from kgmem.errors import InvalidInput
from kgmem.learn.flow import Progress
from kgmem.learn.importing.importer import ImportedRun, Importer
from kgmem.learn.importing.registry import AUTO, importer, recognised
from kgmem.learn.importing.source import Source
from kgmem.model.experience import LearnReport
from kgmem.model.imported import GuessedPart, RefusedPart, SourceReport
from kgmem.model.trajectory import Outcome
from kgmem.model.trust import imported_by
from kgmem.model.values.arguments import optional_text, shown
from kgmem.redact import redact_text

NO_TASK = "it does not say what was asked for; give task"
NAMED = "as asked for"
TITLED = "the task: what the recording is called"
INCOMPLETE = "the outcome: unknown, since steps were refused"
ANOTHER = "the task that was given is for another run of this source"
MAX_TITLES = 10
"""Titles of runs that a message names."""
MAX_TOLD = 1_000
"""Refused and guessed parts that a receipt names, each."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the caller says of runs that don't say it themselves."""

    task: str | None = None
    app: str | None = None
    outcome: Outcome | None = None

    @classmethod
    def of(cls, task: object, app: object, outcome: object) -> "Asked":
        """What was given, checked. Raises InvalidInput naming the argument."""
        given = optional_text("task", task), optional_text("app", app)
        if outcome is None:
            return cls(*given)
        known = get_args(Outcome)
        if not isinstance(outcome, str) or outcome not in known:
            raise InvalidInput(f"outcome: {', '.join(known)}, not {shown(outcome)}")
        return cls(*given, cast(Outcome, outcome))


def _lacks_task(one: object) -> bool:
    """Does the source not say what was asked for in this run?"""
    return isinstance(one, ImportedRun) and not one.run.get("task")


def _is_called(title: str, task: str) -> bool:
    return " ".join(title.split()).casefold() == " ".join(task.split()).casefold()


class LearnsMany(Protocol):
    """What learns the runs that were read."""

    def many(
        self, given: Iterable[object], space: str, *, progress: Progress | None = None
    ) -> LearnReport:
        """Store runs in batches; a bad one is reported and the rest goes on."""
        ...


def learn_from(
    learn: LearnsMany,
    space: str,
    source: Source,
    format: str,
    asked: Asked,
    progress: Progress | None = None,
) -> SourceReport:
    """Learn the runs of a source; what can't be read of it is in the receipt.

    Raises InvalidInput if its format is not known, or nothing of it can be read.
    """
    reader, because = chosen(source, format)
    reading = SourceReading(reader, source, asked)
    report = learn.many(reading, space, progress=progress)
    for fault in report.errors:
        reading.refuse(reading.places[fault.index], fault.error)
    return SourceReport(
        source=redact_text(source.name),
        format=reader.name,
        because=redact_text(because),
        report=report,
        refused=tuple(reading.refused),
        guessed=tuple(reading.guessed),
        left_off=reading.left_off,
    )


def chosen(source: Source, format: str) -> tuple[Importer, str]:
    """The reader of this format, or of the one that is recognised, and why."""
    return recognised(source) if format == AUTO else (importer(format), NAMED)


@dataclass
class SourceReading:
    """The runs of a source as mappings to learn, to be iterated once."""

    reader: Importer
    source: Source
    asked: Asked
    refused: list[RefusedPart] = field(default_factory=list)
    guessed: list[GuessedPart] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    """Of the runs that were given, in their order."""
    left_off: int = 0

    def __iter__(self) -> Iterator[object]:
        found = 0
        meant = self._meant()
        for one in self.reader.read(self.source):
            found += 1
            if isinstance(one, RefusedPart):
                self.refuse(one.place, one.reason)
            elif _lacks_task(one) and meant not in (None, one.place):
                self.refuse(one.place, ANOTHER)
            elif (run := self._completed(one)) is not None:
                self.places.append(one.place)
                yield run
        if not found:
            raise InvalidInput(f"{self.source.name}: no run was found in it")

    def _meant(self) -> str | None:
        """The place of the run that the given task is for; None if no task is given, or
        no run needs it.

        Raises InvalidInput if several do, and not one of them is called so.
        """
        if self.asked.task is None:
            return None
        open_runs = [
            (one.place, one.title or "")
            for one in self.reader.read(self.source)
            if isinstance(one, ImportedRun) and _lacks_task(one)
        ]
        called = [
            place for place, title in open_runs if _is_called(title, self.asked.task)
        ]
        if len(open_runs) > 1 and len(called) != 1:
            titles = ", ".join(shown(title) for _, title in open_runs[:MAX_TITLES])
            raise InvalidInput(
                f"task: {self.source.name} holds {len(open_runs)} runs, and a task is "
                f"for one of them; leave it out, or give what the one is called: "
                f"{titles}"
            )
        return next(iter(called or (place for place, _ in open_runs)), None)

    def _completed(self, given: ImportedRun) -> dict[str, object] | None:
        """The run with what the caller says of it; None if its task is not known."""
        for part in given.refused:
            self.refuse(part.place, part.reason)
        run = {"source": imported_by(self.reader.name), **given.run}
        run["task"] = run.get("task") or self.asked.task or given.title
        if not run["task"]:
            self.refuse(given.place, NO_TASK)
            return None
        run["app"] = self.asked.app or run.get("app")
        self._settle_outcome(run, given)
        self._guess(given.place, *given.guessed)
        if given.title and run["task"] == given.title and not given.run.get("task"):
            self._guess(given.place, TITLED)
        return {name: value for name, value in run.items() if value is not None}

    def _settle_outcome(self, run: dict[str, object], given: ImportedRun) -> None:
        told = run.get("outcome") or "unknown"
        run["outcome"] = (self.asked.outcome or told) if told == "unknown" else told
        if given.refused and run["outcome"] == "success":
            run["outcome"] = "unknown"
            self._guess(given.place, INCOMPLETE)

    def refuse(self, place: str, reason: str) -> None:
        """A part that is not read, or not learned."""
        if self._fits(self.refused):
            told = RefusedPart(place=redact_text(place), reason=redact_text(reason))
            self.refused.append(told)

    def _guess(self, place: str, *every: str) -> None:
        for what in every:
            if self._fits(self.guessed):
                told = GuessedPart(place=redact_text(place), what=redact_text(what))
                self.guessed.append(told)

    def _fits(self, parts: Sequence[object]) -> bool:
        is_full = len(parts) >= MAX_TOLD
        self.left_off += is_full
        return not is_full
