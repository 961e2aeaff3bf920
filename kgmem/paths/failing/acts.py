"""A step in the words of its task: what it was done to, and where in the task's text
its value comes from.

Two runs of one kind of task do the same step with other values: `click link "13"` for
one date is `click link "29"` for another. What they share is the place (the action and
what marks the element apart from its name) and the source of the value (the day of the
date that the text names); what tells them apart is the value itself.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from kgmem.language.items import split_items
from kgmem.language.typed import typed_spans
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
MAX_FINDS = 8
"""Places in the text that one value is traced to."""
SHORTEST_START = 2
"""Letters of a word that have to be typed to stand for it, as in a field that
completes what one types."""

TOLD, UNTOLD = "from the task", "not from the task"
MISPLACED = "from elsewhere in the task"
"""Shapes of values; the last one only of those that the successes of its kind take
from another place in the text."""


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
    transform that makes it."""

    @property
    def shape(self) -> str | None:
        """Is the value one that the task gives? None without a value."""
        if self.value is None:
            return None
        return TOLD if self.sources else UNTOLD

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
    value = _value(step, seen)
    return Act(
        n=n,
        where=_told((_action(step), *_identity(step, seen), *_end(step))),
        place=_told((_action(step), *_place(seen), *_end(step))),
        value=value,
        by_name=value is not None and not step.does.takes_value,
        sources=sources_of(value, task) if value else frozenset(),
    )


_told = lru_cache(1 << 13)(to_json)
"""Runs of a kind do the same at the same places."""


def _action(step: Step | PlanStep) -> str:
    name = step.params.get("name") if step.does.is_call else None
    return f"{step.action} {name}" if name else step.action


def _value(step: Step | PlanStep, seen: Look | None) -> str | None:
    """Its own; of an action without one, what its target is called."""
    if step.does.takes_value:
        return step.value or None
    return None if seen is None or seen.sure else seen.name


def _identity(step: Step | PlanStep, seen: Look | None) -> tuple[object, ...]:
    """What tells the step's element from all others; a key is its own element."""
    if seen is None:
        return (step.value,) if step.does.enters in ("key", "app") else ()
    if seen.sure:
        return _place(seen)
    named = ("name", seen.name) if seen.name else ("id", seen.evidence.get("numbered"))
    return (*_place(seen), *named)


def _end(step: Step | PlanStep) -> tuple[object, ...]:
    """What tells where the step ends, of one that ends elsewhere."""
    if step.destination is None:
        return ()
    seen = look(step.destination)
    return ("to", *_identity(step, seen))


def _place(seen: Look | None) -> tuple[object, ...]:
    """Kind and a sure id or, without one, the classes of an element."""
    if seen is None:
        return ()
    if seen.sure:
        return (seen.kind, *seen.sure[0])
    return (seen.kind, *sorted(seen.classes))


# Where a value comes from -------------------------------------------------------------


def sources_of(value: str, task: str) -> frozenset[str]:
    """Where in the text the value stands, as it is, after a transform, begun or with
    more behind it; empty if the text does not give it."""
    if len(value) > MAX_VALUE:
        return frozenset()
    text = _text(task)
    wanted = normalize(value)
    found = {*text.made.get(wanted, ())}
    typed = words(value)
    found.update(text.standing(tuple(word.fold for word in typed)))
    if not found and typed:
        found.update(text.begun(typed))
    return frozenset(sorted(found)[:MAX_FINDS])


@dataclass(frozen=True, slots=True)
class _Text:
    """A task's text, looked at once for all values."""

    words: tuple[Word, ...]
    places: Mapping[str, Sequence[int]]
    """By folded word, where it stands."""
    made: Mapping[str, frozenset[str]]
    """By value, what transforms of typed pieces of the text make it."""

    def standing(self, typed: tuple[str, ...]) -> Iterator[str]:
        """Where these words stand, one after the other."""
        for start in self.places.get(typed[0], ()) if typed else ():
            here = self.words[start : start + len(typed)]
            if tuple(word.fold for word in here) == typed:
                yield _before(self.words, start)

    def begun(self, typed: tuple[Word, ...]) -> Iterator[str]:
        """Where what stands before the first mark in them stands (`Tampa` of `Tampa,
        FL`), or what they are the beginning of."""
        head = tuple(w.fold for w in takewhile(lambda w: not w.is_mark, typed))
        if len(head) < len(typed):
            yield from self.standing(head)
            return
        *whole, last = head
        if len(last) < SHORTEST_START:
            return
        for start, word in enumerate(self.words[len(whole) :]):
            if word.fold.startswith(last):  # of few words: those are looked at closer
                here = [w.fold for w in self.words[start : start + len(whole)]]
                if here == whole:
                    yield _before(self.words, start)


@lru_cache(maxsize=1024)
def _text(task: str) -> _Text:
    text = task[:MAX_TEXT]
    found = words(text)
    places: dict[str, list[int]] = defaultdict(list)
    for n, word in enumerate(found):
        places[word.fold].append(n)
    starts = {word.start: n for n, word in enumerate(found)}
    made: dict[str, set[str]] = defaultdict(set)
    for typed in typed_spans(text):
        before = _before(found, starts.get(typed.span[0], 0))
        for transform, result in results(text[slice(*typed.span)]).items():
            made[normalize(result)].add(f"{before}|{transform}")
    return _Text(found, places, {key: frozenset(how) for key, how in made.items()})


def _before(found: Sequence[Word], place: int) -> str:
    """The two words before a place, marks left out."""
    said = [word.fold for word in found[max(0, place - 6) : place] if not word.is_mark]
    return " ".join(said[-2:])


@lru_cache(maxsize=1024)
def items_in(task: str) -> int:
    """How many pieces the text's commas, "and" and the like cut it into."""
    return len(split_items(task[:MAX_TEXT])[0])


def value_from(source: str, task: str) -> str | None:
    """What a source of one task's text gives in the text of another: the day of the
    date behind the same words; None where nothing of its kind stands there."""
    text = task[:MAX_TEXT]
    found = words(text)
    starts = {word.start: n for n, word in enumerate(found)}
    before, _, transform = source.rpartition("|")
    for typed in typed_spans(text):
        if before == _before(found, starts.get(typed.span[0], 0)):
            return results(text[slice(*typed.span)]).get(transform)
    return None
