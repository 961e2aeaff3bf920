"""A step in the words of its task: what it was done to, and where in the task's text
its value comes from.

Two runs of one kind of task do the same step with other values: `click link "13"` for
one date is `click link "29"` for another. What they share is the place (the action and
what marks the element apart from its name) and the source of the value (the day of the
date that the text names); what tells them apart is the value itself.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kgmem.language.items import split_items
from kgmem.language.typed import Typed, typed_spans
from kgmem.language.words import Word, words
from kgmem.matching.transform import results
from kgmem.model.base import normalize, to_json
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Step
from kgmem.pace import breathe
from kgmem.paths.fits import Look, look
from kgmem.paths.tidy import tidy

MAX_STEPS = 300
"""Steps of a run that are looked at; of a longer one, the first and the last."""
MAX_TEXT = 4_000
"""Characters of a task's text in which values are looked for."""
MAX_VALUE = 200
"""Characters of a value that is looked for."""
MAX_SOURCES = 8
"""Places in the text that a value is traced to."""


@dataclass(frozen=True, slots=True)
class Act:
    """A step as it is compared with those of other runs."""

    n: int
    """Its index in the run."""
    where: str
    """The action and the element, its name included."""
    place: str
    """The action and what marks the element besides its name."""
    value: str | None
    """What was entered, or what a target without an id of its own is called."""
    by_name: bool = False
    """Is the value what the target is called?"""
    sources: frozenset[str] = frozenset()
    """Where in the task's text the value comes from: the words before it and the
    transform that makes it; empty for a value that the task does not give."""

    @property
    def is_named_by_task(self) -> bool:
        """Is its target called what the task says? Another task's is called
        otherwise."""
        return self.by_name and bool(self.sources)


def acts_of(steps: Sequence[Step], task: str) -> tuple[Act, ...]:
    """The steps of a run without fidgeting (see `tidy`) in the words of its task."""
    kept = tidy(steps)
    if len(kept) > MAX_STEPS:
        kept = (*kept[: MAX_STEPS // 2], *kept[-MAX_STEPS // 2 :])
    return tuple(act_of(steps[n], task, n) for n in kept)


def act_of(step: Step | PlanStep, task: str, n: int = 0) -> Act:
    """One step in the words of its task."""
    breathe()
    seen = look(step.target) if step.target is not None else None
    if step.does.takes_value:
        value = step.value or None
    else:
        value = None if seen is None or seen.sure else seen.name
    name = step.params.get("name") if step.does.is_call else None
    action = f"{step.action} {name}" if name else step.action
    end: tuple[object, ...] = ()
    if step.destination is not None:
        end = ("to", *_identity(step, look(step.destination)))
    return Act(
        n=n,
        where=_key((action, *_identity(step, seen), *end)),
        place=_key((action, *_place(seen), *end)),
        value=value,
        by_name=value is not None and not step.does.takes_value,
        sources=sources_of(value, task) if value else frozenset(),
    )


_key = lru_cache(1 << 13)(to_json)
"""Runs of a kind do the same at the same places."""


def _identity(step: Step | PlanStep, seen: Look | None) -> tuple[object, ...]:
    """What tells the step's element from all others; a key is its own element."""
    if seen is None:
        return (step.value,) if step.does.enters in ("key", "app") else ()
    if seen.sure:
        return _place(seen)
    named = ("name", seen.name) if seen.name else ("id", seen.evidence.get("numbered"))
    return (*_place(seen), *named)


def _place(seen: Look | None) -> tuple[object, ...]:
    """Kind and a sure id or, without one, the classes of an element."""
    if seen is None:
        return ()
    if seen.sure:
        return (seen.kind, *seen.sure[0])
    return (seen.kind, *sorted(seen.classes))


# Where a value comes from -------------------------------------------------------------


def sources_of(value: str, task: str) -> frozenset[str]:
    """Where in the text the value stands, as it is or after a transform; empty if the
    text does not give it."""
    if len(value) > MAX_VALUE:
        return frozenset()
    text = _text(task)
    typed = tuple(word.fold for word in words(value))
    standing = (
        _before(text.words, start)
        for start in text.places.get(typed[0] if typed else "", ())
        if tuple(w.fold for w in text.words[start : start + len(typed)]) == typed
    )
    sources = {*text.made.get(normalize(value), ()), *standing}
    return frozenset(sorted(sources)[:MAX_SOURCES])


def value_from(source: str, task: str) -> str | None:
    """What a source of one task's text gives in the text of another: the day of the
    date behind the same words; None where nothing of its kind stands there."""
    before, _, transform = source.rpartition("|")
    for typed, words_before in _text(task).typed:
        if before == words_before:
            return results(task[slice(*typed.span)]).get(transform)
    return None


@lru_cache(maxsize=1024)
def items_in(task: str) -> int:
    """How many pieces the text's commas, "and" and the like cut it into."""
    return len(split_items(task[:MAX_TEXT])[0])


@dataclass(frozen=True, slots=True)
class _Text:
    """A task's text, looked at once for all values."""

    words: tuple[Word, ...]
    places: Mapping[str, Sequence[int]]
    """By folded word, where it stands."""
    typed: Sequence[tuple[Typed, str]]
    """Dates, numbers and the like, each with the words before it."""
    made: Mapping[str, set[str]]
    """By value, what transforms of typed pieces of the text make it."""


@lru_cache(maxsize=1024)
def _text(task: str) -> _Text:
    text = task[:MAX_TEXT]
    parts = words(text)
    places: dict[str, list[int]] = defaultdict(list)
    for n, word in enumerate(parts):
        places[word.fold].append(n)
    starts = {word.start: n for n, word in enumerate(parts)}
    typed = [
        (span, _before(parts, starts.get(span.span[0], 0)))
        for span in typed_spans(text)
    ]
    made: dict[str, set[str]] = defaultdict(set)
    for span, before in typed:
        for transform, result in results(text[slice(*span.span)]).items():
            made[normalize(result)].add(f"{before}|{transform}")
    return _Text(parts, places, typed, made)


def _before(parts: Sequence[Word], place: int) -> str:
    """The two words before a place, marks left out."""
    near = [word.fold for word in parts[max(0, place - 6) : place] if not word.is_mark]
    return " ".join(near[-2:])
