"""What can be done on a page, weighted by how well it fits the task's words. Part of
the frozen explorer."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from kgmem_bench.pages.asked import Asked, iso_dates, words
from kgmem_bench.pages.driver import Act, ElementDict, View

MENTIONED = 1.0
"""The element's whole name stands in the text."""
SHARED = 0.6
"""Times the share of the name's words that stand in the text."""
DESCRIBED = 0.4
"""A class, an id or a type of it stands in the text."""
OF_KIND = 0.2
"""Its role or tag stands in the text."""
AROUND = 0.4
"""Something that the text singles out stands around it, or in a larger name."""
UNTOLD = 0.1
"""Nothing speaks for it."""
FOCUS = 0.05
"""Clicking a field, with nothing to enter."""
REFILL = 0.05
"""Times the weight of typing into a field that holds something already."""
AGAIN = 0.1
"""Times the weight of what was done before in this episode, of a text that was typed
before, and of what is open or chosen already."""
SECOND_READING = 0.9
"""Times the weight of a date read in its more usual order."""
READING = 0.3
"""What the text says first weighs up to so much more."""

_FIELDS = frozenset({"textbox", "searchbox", "spinbutton"})
_DESCRIBING = (
    "id",
    "class",
    "type",
    "name",
    "data-type",
    "placeholder",
    "title",
    "alt",
)


@dataclass(frozen=True, slots=True)
class Choice:
    """An act that is possible now."""

    index: int
    """The element's place in the view."""
    act: Act
    weight: float


@dataclass(frozen=True, slots=True)
class Weights:
    """Weighs the elements of one view."""

    asked: Asked
    elsewhere: frozenset[str]
    """Words that the text singles out and no element of the view is called by: what
    stands around an element may be what they mean."""

    def of(self, element: ElementDict) -> float:
        """How much of the text speaks for clicking it."""
        if element["attributes"].get("aria-selected") == "true":
            return AGAIN * UNTOLD
        label = label_of(element)
        around = self._around(element)
        if (place := self.asked.place_of(label)) is not None:
            return MENTIONED + around + READING * (1 - place)
        parts = sum(piece in label for piece in self.asked.quoted if piece)
        told = max(SHARED * self._share(words(label)), self._described(element))
        return UNTOLD + told + around + AROUND * parts

    def _described(self, element: ElementDict) -> float:
        given = filter(None, map(element["attributes"].get, _DESCRIBING))
        if self._share(words(" ".join(given))):
            return DESCRIBED
        kind = f"{element['role'] or ''} {element['tag']}"
        return OF_KIND if self._share(words(kind)) else 0.0

    def _share(self, given: Sequence[str]) -> float:
        """Of these words, how many stand in the text; 0..1."""
        known = sum(word in self.asked.vocabulary for word in given)
        return known / len(given) if given else 0.0

    def _around(self, element: ElementDict) -> float:
        near = words(" ".join(element["container"][:1]))
        return AROUND if self.elsewhere & set(near) else 0.0


def weights(asked: Asked, view: View) -> Weights:
    """The weights for this view."""
    labels = {words(label_of(element)) for element in view.elements}
    called = {word for label in labels if asked.holds(label) for word in label}
    return Weights(asked, asked.singled_out - called)


def label_of(element: ElementDict) -> str:
    """What it is called."""
    return element["name"] or element["text"] or ""


def choices(asked: Asked, view: View, done: Set[Act]) -> Iterator[Choice]:
    """All that can be done in the view; `done`: in this episode."""
    entered = {act.value for act in done if act.kind == "type"}
    for index, act, weight in _weighted(asked, view):
        is_again = act in done or (act.kind == "type" and act.value in entered)
        yield Choice(index, act, weight * (AGAIN if is_again else 1.0))


def _weighted(asked: Asked, view: View) -> Iterator[tuple[int, Act, float]]:
    by = weights(asked, view)
    for index, element in enumerate(view.elements):
        if element["tag"] == "option":
            yield from _select(view, element, by.of(element))
        elif element["role"] in _FIELDS:
            yield index, Act("click", element["path"]), FOCUS
            for value, weight in _entries(asked, element):
                yield index, Act("type", element["path"], value), weight
        elif element["tag"] != "select":
            yield index, Act("click", element["path"]), by.of(element)


def _select(
    view: View, option: ElementDict, weight: float
) -> Iterator[tuple[int, Act, float]]:
    """Choosing an option is done to its list."""
    path = option["path"].rsplit("/option[", 1)[0].rsplit("/optgroup[", 1)[0]
    index = view.index_of(path)
    is_chosen = option["attributes"].get("selected") == "true"
    if index is not None and option["name"] and not is_chosen:
        yield index, Act("select", path, option["name"]), weight


def _entries(asked: Asked, field: ElementDict) -> Iterator[tuple[str, float]]:
    """What may be typed into a field."""
    held = field["attributes"].get("value", "")
    is_date = field["attributes"].get("type") == "date"
    for value in asked.values:
        weight = value.weight + READING * (1 - value.place / len(asked.text))
        if held:
            weight *= REFILL
        for text in iso_dates(value.text) if is_date else (value.text,):
            if text != held:
                yield text, weight
                weight *= SECOND_READING
