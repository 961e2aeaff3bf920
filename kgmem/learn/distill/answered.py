"""What a run answered at its end, as a step that reads it where it stood."""

from collections.abc import Iterator, Sequence

from kgmem.language.intent import asks_something
from kgmem.language.vocabulary import word_set
from kgmem.language.words import folds
from kgmem.model.answer import ANSWER, AS, OF, OF_VALUE
from kgmem.model.base import normalize
from kgmem.model.trajectory import Page, Step, Trajectory
from kgmem.paths.reading.at_place import texts_of
from kgmem.paths.reading.known import TaskSaid
from kgmem.paths.reading.normal import normal_form, number_in, values_in
from kgmem.paths.reading.outputs import items_in, places_of, shown_to

MAX_PAGES = 5
"""Pages back that are looked through, of those that came to be seen."""


def with_answer(run: Trajectory) -> Trajectory:
    """The run with a step that reads its answer, right after the last step that showed
    it; at the end, and without a place, where none did."""
    read = [step.value for step in run.steps if step.does.gives]
    if not run.answer or run.answer in read:
        return run
    is_asked = asks_something(run.task)
    known = TaskSaid(run.task)
    for n in range(len(run.steps), max(-1, len(run.steps) - MAX_PAGES), -1):
        for step in _ways(run, n, is_asked=is_asked):
            steps = (*run.steps[:n], step, *run.steps[n:])
            if places_of(steps, n, known):
                return run.model_copy(update={"steps": steps})
    if not is_asked:  # what was said of something done
        return run
    of = "presence" if _is_truth(run.answer) else OF_VALUE
    told = _read(run.answer, of, None)
    return run.model_copy(update={"steps": (*run.steps, told)})


def _ways(run: Trajectory, n: int, *, is_asked: bool) -> Iterator[Step]:
    """What may have been read there: the answer, a list; where something was asked,
    also what of the page stands in its sentence and not in the task, and how many rows
    there are."""
    answer = run.answer or ""
    page = run.steps[n - 1].page_after if n else None
    if is_asked and _is_truth(answer):
        yield _read(answer, "presence", page)
        return
    yield _read(answer, OF_VALUE, page)
    if len(items_in(answer)) > 1:
        yield _read(answer, "list", page)
    if not is_asked:
        return
    yield from (_read(one, OF_VALUE, page) for one in _said(run, n, answer))
    for one in dict.fromkeys((answer, *values_in(answer))):
        kind, value = normal_form(one)
        if kind in ("number", "amount") and number_in(value) >= 0:
            yield _read(str(number_in(value)), "count", page)


def _is_truth(answer: str) -> bool:
    return normalize(answer.strip(" .!。！")) in word_set("truth.value")


def _read(value: str, of: str, page: Page | None) -> Step:
    params = {AS: ANSWER, OF: of}
    return Step(action="read", value=value, params=params, page_before=page)


def _said(run: Trajectory, n: int, answer: str) -> list[str]:
    """What stands alone on the page, and in the answer, and not in the task; first what
    has a form, as numbers and dates have."""
    shown = texts_of(shown_to((*run.steps[:n], _read("", OF_VALUE, None)), n))
    told, task = folds(answer), folds(run.task)
    found = [one for one in shown if _is_in(folds(one), told)]
    found = [*values_in(answer), *sorted(found, key=len, reverse=True)]
    return [one for one in dict.fromkeys(found) if not _is_in(folds(one), task)]


def _is_in(part: Sequence[str], words: Sequence[str]) -> bool:
    size = len(part)
    ends = range(len(words) - size + 1)
    return bool(part) and any(tuple(words[n : n + size]) == tuple(part) for n in ends)
