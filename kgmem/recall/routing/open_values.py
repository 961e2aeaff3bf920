"""Values of an old run that its task did not tell and that may be others now: what was
read on a page, a date, the row that was picked among others."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

from kgmem.graph.read_rows import StoredRun
from kgmem.graph.rows import EPOCH, MILLISECOND
from kgmem.language.typed import kind_of as kind_of_value
from kgmem.language.typed import typed_spans
from kgmem.language.words import folds
from kgmem.matching.transform import explanations
from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.keys.identity import fold_app
from kgmem.model.kind import form_of
from kgmem.model.plan import PlanStep
from kgmem.model.source import ValueSource
from kgmem.model.trajectory import Step
from kgmem.model.values.reason import Doubt
from kgmem.paths.declared import DIALOGS, asks_of
from kgmem.paths.read_before import RECORDS, in_address
from kgmem.paths.reading.agreement import has_shown, held_by_all, is_telling, was_shown
from kgmem.paths.reading.fields import KEY, leaves
from kgmem.paths.reading.known import TaskSaid
from kgmem.paths.reading.shown import RESULT
from kgmem.paths.reading.sources import Wanted, nearest, sources_of
from kgmem.recall.asked_values import OpenValue, with_open_values
from kgmem.recall.plan import path_of
from kgmem.recall.routing.by_pattern import PatternPath
from kgmem.recall.routing.decision import Decision
from kgmem.redact import PLACEHOLDER

MOST = 0.5
"""Share of the runs up to which one value is no habit of all."""
ALIKE = 0.5
"""Share of the steps that have to be done to elements of the same names."""
_NUMBERED = frozenset({"name", "url"})
"""Parts of which only what looks like the number of a record is taken for read."""
ROW = "row"
"""The part of a step that is what stands around its element."""
_NOT_A_NAME = re.compile(r"[\W_]+")

_Place = tuple[int, str]
"""A step by its index and what of it holds the value."""


def open_values(run: StoredRun, others: Iterable[StoredRun]) -> tuple[OpenValue, ...]:
    """The values of the run's path that its task does not tell, and which stood on a
    page or in a result before, or of which runs of the same steps have others."""
    path = path_of(run)
    entered = dict(_untold(path, run.experience.task))
    if not entered:
        return ()
    alike = [
        (other, dict(_untold(way, other.experience.task)))
        for other, way in _alike(run, others)
    ]
    found: list[OpenValue] = []
    names: Counter[str] = Counter()
    for (place, part), text in entered.items():
        there = [(other, way.get((place, part))) for other, way in alike]
        varies = _varies(run, text, there)
        wanted = Wanted(place, text, _name(path[place], part))
        is_read = _is_read(part, text) and was_shown(path, wanted)
        of_day = kind_of_value(text) == "date" and not _is_of_all_days(run, text, there)
        if not (varies or is_read or part == ROW or of_day):
            continue
        reads = _read_by_all(run, wanted, part, alike)
        if varies is False and not (reads and _is_confirmed(wanted, part, alike)):
            continue
        name = _name(path[place], part)
        names[name] += 1
        name = name if names[name] == 1 else f"{name}_{names[name]}"
        now = _worked_out([(run, text), *there])
        found.append(OpenValue(place, part, text, name, reads, now))
    return tuple(found)


_Entered = Mapping[_Place, str]


def _read_by_all(
    run: StoredRun,
    wanted: Wanted,
    part: str,
    alike: Sequence[tuple[StoredRun, _Entered]],
) -> tuple[ValueSource, ...]:
    """Where the run, and the ones like it that saw anything, had read the value."""
    found, told = [_sources(run, wanted)], [TaskSaid(run.experience.task)]
    for other, entered in alike:
        text = entered.get((wanted.place, part))
        if text is not None and has_shown(path_of(other), wanted.place):
            found.append(_sources(other, replace(wanted, value=text)))
            told.append(TaskSaid(other.experience.task))
    return nearest(held_by_all(found, told))


def _is_confirmed(
    wanted: Wanted, part: str, alike: Sequence[tuple[StoredRun, _Entered]]
) -> bool:
    """Is it a number, and had another run something to read it from?"""
    return any(map(str.isdecimal, wanted.value)) and any(
        (wanted.place, part) in entered and has_shown(path_of(other), wanted.place)
        for other, entered in alike
    )


def _sources(run: StoredRun, wanted: Wanted) -> list[ValueSource]:
    return sources_of(path_of(run), wanted, TaskSaid(run.experience.task))


def _is_read(part: str, text: str) -> bool:
    if not is_telling(text):
        return False
    return part.split(".")[0] not in _NUMBERED or any(map(str.isdecimal, text))


def _varies(
    run: StoredRun, text: str, others: Sequence[tuple[StoredRun, str | None]]
) -> bool | None:
    """Do runs have another value there; None where none tells. That it is the same in
    the same words again tells nothing."""
    own, words = normalize(text), normalize(run.experience.task)
    found = [
        normalize(value) == own
        for other, value in others
        if value is not None
        and (normalize(other.experience.task) != words or normalize(value) != own)
    ]
    return sum(found) + 1 <= MOST * (len(found) + 1) if found else None


def _is_of_all_days(
    run: StoredRun, text: str, others: Sequence[tuple[StoredRun, str | None]]
) -> bool:
    """Did a run of another day enter the same?"""
    return any(value == text and _day(one) != _day(run) for one, value in others)


def _worked_out(entered: Sequence[tuple[StoredRun, str | None]]) -> str | None:
    """The date that is as many days from today as the one that each run entered was
    from its own day; None where one was not, or all were done on one day."""
    try:
        dates = [(_day(one), date.fromisoformat(text)) for one, text in entered if text]
    except ValueError:
        return None
    apart = {said - day for day, said in dates}
    if len(apart) > 1 or len({day for day, _ in dates}) < 2:
        return None
    return (datetime.now(UTC).date() + apart.pop()).isoformat()


def _day(run: StoredRun) -> date:
    at = run.experience.steps[0].at
    return at.date() if at else (EPOCH + run.recorded_at * MILLISECOND).date()


def _alike(
    run: StoredRun, others: Iterable[StoredRun]
) -> Iterator[tuple[StoredRun, Sequence[Step]]]:
    """Runs of the app that did the same to the same elements, as far as these are not
    called by a value."""
    mine, app = path_of(run), fold_app(run.experience.app)
    for other in others:
        if other is run or fold_app(other.experience.app) != app:
            continue
        path = path_of(other)
        if [*map(_kind_of_act, path)] != [*map(_kind_of_act, mine)]:
            continue
        named = [s for s in zip(mine, path, strict=True) if s[0].target]
        same = sum(_label(a) == _label(b) for a, b in named)
        if same >= ALIKE * len(named):
            yield other, path


def _kind_of_act(step: Step | PlanStep) -> tuple[str, str, object]:
    kind = kind_of(step.target) if step.target else ""
    return step.action, kind, step.params.get("name") if step.does.is_call else None


def _label(step: Step) -> str:
    return normalize(step.target.label()) if step.target else ""


def _untold(path: Sequence[Step], task: str) -> Iterator[tuple[_Place, str]]:
    said = normalize(task)
    for n, step in enumerate(path):
        asked = {f"{{{name}}}" for name in asks_of(step.params)}
        for part, text in _held(step):
            if any(hole in text for hole in asked):
                continue
            if normalize(text) and not _is_told(text, task, said):
                yield (n, part), text
        if row := _row_of_several(step):
            own = frozenset(folds(row)) - _beside(step)
            if own and own.isdisjoint(folds(task)):
                yield (n, ROW), row


def _row_of_several(step: Step | PlanStep) -> str | None:
    """The row that it picks something in, where others hold the same beside it."""
    target = step.target
    if target is None or not target.name or not step.does.only_points:
        return None
    row, *wider = target.container or ("",)
    has_values = any(form_of(one.kind).is_content for one in typed_spans(row))
    is_one_of_several = any(target.name in around for around in wider)
    return row if has_values and is_one_of_several else None


def _beside(step: Step | PlanStep) -> frozenset[str]:
    """The words that stand beside its row, more often than in it."""
    row, *wider = step.target.container if step.target else ("",)
    others = Counter(folds(" ".join(wider[:1])))
    others.subtract(folds(row))
    return frozenset(word for word, n in others.items() if n > 0)


def _is_told(text: str, task: str, said: str) -> bool:
    is_said = normalize(text) in said or PLACEHOLDER.search(text)
    return bool(is_said) or is_written_otherwise(text, task)


def is_written_otherwise(value: str, task: str) -> bool:
    """Is it a date, an amount or the like of the task in another form?"""
    said = (task[slice(*typed.span)] for typed in typed_spans(task))
    return any(explanations(one, value) for one in said)


def _held(step: Step | PlanStep) -> Iterator[tuple[str, str]]:
    """What the step enters or hands over, and the record that it is done to."""
    if step.value and step.does.fills:
        yield "value", step.value
    if step.value and step.does.enters == "address":
        for n, text in enumerate(in_address(step.value)):
            yield f"url.{n}", text
    for key, value in step.params.items():
        if key in ("name", RESULT) or not (step.does.is_call or key == DIALOGS):
            continue
        for n, (path, text) in enumerate(leaves(value)):
            named = next((k for k in reversed(path) if isinstance(k, str)), key)
            if path[-1:] != (KEY,) and (key != DIALOGS or named == "text"):
                yield f"params.{key}.{n}.{named}", text
    if step.target and step.does.only_points and kind_of(step.target) in RECORDS:
        yield "name", step.target.label()


def _name(step: Step, part: str) -> str:
    """What the value is asked for as."""
    if part.startswith("params."):
        called = part.split(".", 3)[3]
    elif part == "value" and step.target:
        called = step.target.label()
    elif part == ROW:
        called = ROW
    else:
        called = kind_of(step.target) if step.target else "value"
    return _NOT_A_NAME.sub("_", called.casefold()).strip("_") or "value"


def doubts_of(found: Sequence[OpenValue]) -> Iterator[Doubt]:
    """Each of the values as a reason against a replay as it is."""
    for one in found:
        if one.now is None:
            yield Doubt.because("open", "untold", name=one.name, value=one.text)


def tell_open(decision: Decision, found: Sequence[OpenValue]) -> None:
    """Have the values asked for."""
    decision.asked = tuple(found)
    for doubt in doubts_of(found):
        decision.doubt(doubt)


def with_values_asked(
    followed: PatternPath | None, runs: Mapping[str, StoredRun]
) -> PatternPath | None:
    """The path of a single run with such values of it asked for; several runs tell by
    themselves what varies."""
    cases = followed.match.pattern.success_cases if followed else ()
    if followed is None or len(cases) != 1 or cases[0] not in runs:
        return followed
    run = runs[cases[0]]
    numbers = _numbers(path_of(run), followed.steps)
    found = [
        replace(one, place=place, reads=_numbered(one.reads, numbers))
        for one in open_values(run, runs.values())
        if (place := _place(one, followed.steps)) is not None
    ]
    if not found:
        return followed
    steps = with_open_values(followed.steps, found)
    doubts = (*followed.doubts, *doubts_of(found))
    return replace(followed, steps=steps, doubts=doubts)


def _numbers(path: Sequence[Step], steps: Sequence[PlanStep]) -> dict[int, int]:
    """By the number of a run's step that of the plan's, as far as they go together."""
    found, left = {0: 0}, list(steps)
    for n, step in enumerate(path, 1):
        kind = _kind_of_act(step)
        place = next(
            (i for i, one in enumerate(left) if _kind_of_act(one) == kind), None
        )
        if place is not None:
            found[n] = left[place].n
            left = left[place + 1 :]
    return found


def _numbered(
    sources: Iterable[ValueSource], numbers: Mapping[int, int]
) -> tuple[ValueSource, ...]:
    return tuple(
        one.model_copy(update={"step": numbers[one.step]})
        for one in sources
        if one.step in numbers
    )


def _place(one: OpenValue, steps: Sequence[PlanStep]) -> int | None:
    """The step of a plan that holds the value as the run had it."""
    for n, step in enumerate(steps):
        if one.text in (text for part, text in _held(step) if part == one.part):
            return n
    return None
