"""value -> where it stood before -> what stands there in another run.

A source is kept only where it gives the value back, and nothing else, from what the run
itself was shown.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kgmem.language.typed import kind_of as kind_of_value
from kgmem.language.words import folds
from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.source import ValueSource
from kgmem.model.trajectory import Step
from kgmem.paths.reading.affixes import Within, read_within, within
from kgmem.paths.reading.entered import entered_by
from kgmem.paths.reading.fields import AND, leaves, read_field, ways_to
from kgmem.paths.reading.known import TaskSaid
from kgmem.paths.reading.labels import shown_by, told_by, told_so
from kgmem.paths.reading.parts_of_address import parts_of_address
from kgmem.paths.reading.shown import Displayed, shown_after
from kgmem.paths.step_text import with_source_texts

MAX_SOURCES = 40
"""Places of one value that are compared between runs."""
MAX_BACK = 60
"""Steps back that are looked through."""
MAX_TIED = 6
"""Places of one step that are read and have to agree."""
_NOTHING = TaskSaid()


@dataclass(frozen=True, slots=True)
class Wanted:
    """A value of a run, and which step enters it."""

    place: int
    value: str
    called: str = ""
    """What the field or the argument that takes it is called."""


def sources_of(
    steps: Sequence[Step], wanted: Wanted, known: TaskSaid = _NOTHING
) -> list[ValueSource]:
    """Where the value stood before it was first entered, the nearest step first, and of
    one step the surest places. Their steps are numbered from 1."""
    if len(normalize(wanted.value)) == 0:
        return []
    first = next(
        (n for n in range(wanted.place) if wanted.value in entered_by(steps[n])),
        wanted.place,
    )
    found: list[ValueSource] = []
    for n in range(first - 1, max(-2, first - MAX_BACK), -1):
        there = in_shown(shown_after(steps, n), n + 1, wanted, known)
        found += called_alike(_best_first(there), wanted.called)
        if len(found) >= MAX_SOURCES:
            break
    return found[:MAX_SOURCES]


def nearest(sources: Sequence[ValueSource]) -> tuple[ValueSource, ...]:
    """Those of the step nearest to where the value is entered: of the sure ones, where
    there are any. What they read has to agree."""
    if not sources:
        return ()
    near = [one for one in sources if one.step == sources[0].step]
    tied = [one for one in near if one.is_sure] or near
    return tuple(
        one for one in tied if not any(is_vaguer(one, other) for other in tied)
    )[:MAX_TIED]


def is_vaguer(one: ValueSource, other: ValueSource) -> bool:
    """Is it told by a part of what the other one is told by?"""
    if one.kind != "field" or len(one.at) != len(other.at) or one.at == other.at:
        return False
    return all(map(_says_no_more, one.at, other.at))


def _says_no_more(one: str, other: str) -> bool:
    if not (one.startswith("[") and other.startswith("[")):
        return one == other
    return set(one.strip("[]").split(AND)) <= set(other.strip("[]").split(AND))


def in_shown(
    shown: Displayed, step: int, wanted: Wanted, known: TaskSaid
) -> list[ValueSource]:
    """The places in what a step showed at which the value stands, and nothing else is
    found by what they are told by."""
    if shown.is_empty:
        return []
    found = dict.fromkeys(
        source.model_copy(update={"step": step})
        for source in places_in(shown, wanted.value, known)
    )
    return [
        one
        for one in found
        if read(shown, with_source_texts(one, known.filled)) == (wanted.value,)
    ][:MAX_SOURCES]


def places_in(shown: Displayed, value: str, known: TaskSaid) -> Iterator[ValueSource]:
    """Wherever the value stands in what was shown."""
    for find in (_in_result, _in_elements, _in_address, _in_texts):
        yield from find(shown, value, known)


def read(shown: Displayed, source: ValueSource) -> tuple[str, ...]:
    """The different values that stand there; none where nothing does."""
    found = list(dict.fromkeys(_READ[source.kind](shown, source)))
    kind = source.kind_of_value
    if len(found) > 1 and kind:
        found = [one for one in found if kind_of_value(one) == kind]
    return tuple(found)


def _best_first(sources: Iterable[ValueSource]) -> list[ValueSource]:
    return sorted(sources, key=lambda one: not one.is_sure)


def called_alike(
    sources: Sequence[ValueSource],
    called: str,
    own: Callable[[ValueSource], str] = lambda one: " ".join(one.at[-1:]),
) -> list[ValueSource]:
    """Those whose own words are words of what takes the value, where only some are."""
    wanted = set(_words(called))
    alike = [one for one in sources if wanted & set(_words(own(one)))]
    return alike or list(sources)


def _words(text: str) -> Iterator[str]:
    return (word for word in folds(text.replace("_", " ")) if len(word) > 1)


# In what was shown --------------------------------------------------------------------


def source_of(kind: str, place: Within, value: str, **told: object) -> ValueSource:
    """A place of the value, not numbered yet."""
    return ValueSource.model_validate(
        {
            "step": 0,
            "kind": kind,
            "before": place.before,
            "after": place.after,
            "transform": place.transform,
            "kind_of_value": kind_of_value(value),
            **told,
        }
    )


def _in_result(shown: Displayed, value: str, known: TaskSaid) -> Iterator[ValueSource]:
    if isinstance(shown.result, str):
        for place in within(shown.result, value):
            if place.before or place.after == "":
                yield _of_field((), True, _as_held(place, known), value)
        return
    for path, text in leaves(shown.result):
        for place in _places(text, value):
            for at, is_sure in ways_to(shown.result, path, known):
                yield _of_field(at, is_sure, _as_held(place, known), value)


def _of_field(
    at: tuple[str, ...], is_sure: bool, place: Within, value: str
) -> ValueSource:
    return source_of("field", place, value, at=at, is_sure=is_sure)


def _in_elements(
    shown: Displayed, value: str, known: TaskSaid
) -> Iterator[ValueSource]:
    for element in shown.elements:
        for text in shown_by(element):
            for place in _places(text, value):
                held = _as_held(place, known)
                for at, is_sure in told_by(element, value, known):
                    is_told = is_sure or bool(place.before)
                    told = {"at": at, "role": kind_of(element), "is_sure": is_told}
                    yield source_of("element", held, value, **told)


def _in_address(shown: Displayed, value: str, known: TaskSaid) -> Iterator[ValueSource]:
    if not any(map(str.isdecimal, value)):
        return
    for how, by, part in parts_of_address(shown.url):
        for place in _places(part, value):
            held = _as_held(place, known)
            yield source_of("address", held, value, at=(how, known.text(by)))


def _in_texts(shown: Displayed, value: str, known: TaskSaid) -> Iterator[ValueSource]:
    for text in shown.texts:
        for place in within(text, value):
            if place.before:
                yield source_of("text", _as_held(place, known), value)


def _places(text: str, value: str) -> Iterator[Within]:
    """Cheap where the value can't stand there."""
    return within(text, value) if text else iter(())


def _as_held(place: Within, known: TaskSaid) -> Within:
    after = place.after and known.text(place.after)
    return Within(known.text(place.before), after, place.transform)


# Reading ------------------------------------------------------------------------------


def _texts_at(source: ValueSource, texts: Iterable[str]) -> Iterator[str]:
    place = Within(source.before, source.after, source.transform)
    return (made for text in texts for made in read_within(text, place))


def _read_field(shown: Displayed, source: ValueSource) -> Iterator[str]:
    return _texts_at(source, read_field(shown.result, source.at))


def _read_element(shown: Displayed, source: ValueSource) -> Iterator[str]:
    found = told_so(shown.elements, source.role, source.at)
    texts = [next(iter(shown_by(one)), "") for one in found]
    if source.before or source.after != "":
        texts = [text for one in found for text in shown_by(one)]
    return _texts_at(source, texts)


def _read_address(shown: Displayed, source: ValueSource) -> Iterator[str]:
    return _texts_at(
        source,
        (
            part
            for how, by, part in parts_of_address(shown.url)
            if (how, by) == source.at
        ),
    )


def _read_text(shown: Displayed, source: ValueSource) -> Iterator[str]:
    return _texts_at(source, shown.texts)


_READ: dict[str, Callable[[Displayed, ValueSource], Iterator[str]]] = {
    "field": _read_field,
    "element": _read_element,
    "address": _read_address,
    "text": _read_text,
}
