"""What an element is told by, and what it shares with the others on its page."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log

from kgmem.model.base import normalize
from kgmem.model.keys.dom_path import dom_path
from kgmem.model.keys.table_rows import HEADS
from kgmem.model.trajectory import Element
from kgmem.paths.fits import Look, look
from kgmem.paths.tidy import STATE_ATTRIBUTES
from kgmem.replay.locate.known import KnownValues, known

MAX_AROUND = 4
"""Texts around an element that are looked at, nearest first."""
MAX_TEXT = 600
"""Characters of a text or an attribute that are looked at."""
MAX_WORDS = 60
"""Words of a text around an element."""
MAX_PATH = 60
"""Steps of a path, counted from the element up."""
LANDMARKS = frozenset({
    "article", "aside", "dialog", "fieldset", "footer", "form", "header", "main", "nav",
    "section", "table",
})  # fmt: skip
"""Tags for the parts of a page."""
LABELS = ("aria-label", "label", "placeholder", "title", "alt")
"""Attributes that name an element."""

_TOLD_ELSEWHERE = STATE_ATTRIBUTES | {
    *LABELS, HEADS, "id", "resource-id", "class", "classes", "style", "type", "role",
    "name", "href", "hidden", "aria-hidden", "aria-setsize", "aria-posinset",
    "tabindex", "data-testid", "data-test", "data-test-id", "data-qa", "data-cy",
}  # fmt: skip
"""Attributes that are evidence of another kind, or of none."""
_COUNT = re.compile(r"\s*[(\[]\d{1,6}\+?[)\]]$")
_INDEX = re.compile(r"\[\d+\]|:nth-[a-z-]+\(\d+\)")
_NUMBER = re.compile(r"\d+")
_AROUND_WORD = ".,;:!?·|()[]<>，。；：！？、"


def spelled_out(target: Element) -> Element:
    """The target with the name, test id and path that its locators tell, where it has
    none: recorders of selectors tell little else."""
    by_kind = {one.kind.casefold(): one.value for one in reversed(target.locators)}
    told = {
        field: value
        for field, kinds in _LOCATING.items()
        for kind in kinds
        if getattr(target, field) is None and (value := by_kind.get(kind))
    }
    if "path" in told:
        told["path"] = dom_path(told["path"])
    return target.model_copy(update=told) if told else target


_LOCATING: Mapping[str, tuple[str, ...]] = {
    "name": ("link", "linktext", "text", "aria", "name"),
    "test_id": ("data-test", "data-testid"),
    "path": ("path", "xpath"),
}
"""Kinds of locators by what they tell; the last one is preferred."""


@dataclass(frozen=True)
class Seen:
    """An element with what it is told by, each worked out once, on demand."""

    element: Element

    @cached_property
    def look(self) -> Look:
        """With the texts around it, their counts at the end dropped: `Cart (3)` stays
        the same text."""
        around = tuple(
            _COUNT.sub("", text.rstrip()[:MAX_TEXT])
            for text in self.element.container[:MAX_AROUND]
        )
        return look(self.element.model_copy(update={"container": around}))

    @cached_property
    def known(self) -> KnownValues:
        """What its locators say."""
        return known(self.element)

    def told(self, evidence: str, own: str | None) -> tuple[str, ...]:
        """The value of its record, then those of its locators."""
        every = (own, *self.known.of(evidence)) if own else self.known.of(evidence)
        return tuple(dict.fromkeys(every))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All that it might be called, folded."""
        labels = (self.element.attributes.get(key) for key in LABELS)
        folded = (normalize(label[:MAX_TEXT]) for label in labels if label)
        given = (self.look.name, *folded)
        return tuple(dict.fromkeys(name for name in given if name))

    @cached_property
    def class_sets(self) -> tuple[frozenset[str], ...]:
        """The class names that somebody chose, and those that its locators tell."""
        told = (frozenset(one.split()) for one in self.known.of("classes"))
        return tuple(dict.fromkeys(one for one in (self.look.classes, *told) if one))

    @cached_property
    def text(self) -> str | None:
        """Its text, folded, where that is not its name."""
        text = normalize((self.element.text or "")[:MAX_TEXT])
        return text if text and text not in self.names else None

    @cached_property
    def attributes(self) -> Mapping[str, str]:
        """What its markup says besides ids, classes, names, addresses and state."""
        return {
            key: value[:MAX_TEXT]
            for key, value in self.element.attributes.items()
            if value and key not in _TOLD_ELSEWHERE
        }

    @cached_property
    def around(self) -> tuple[frozenset[str], ...]:
        """The words of each text around it, nearest first. What it is called itself
        tells nothing there: of a row's text it may be a part or not."""
        texts = map(_words, self.look.around)
        return tuple(text - self.called or text for text in texts)

    @cached_property
    def called(self) -> frozenset[str]:
        """The words of its name."""
        return _words(self.look.name or "")

    @cached_property
    def paths(self) -> tuple[tuple[str, ...], ...]:
        """The last steps of its path, from the top, and of those that its locators
        tell."""
        return tuple(map(_steps, self.told("path", self.element.path)))

    @cached_property
    def path(self) -> tuple[str, ...]:
        """The last steps of its path, from the top."""
        return _steps(self.element.path or "")

    @cached_property
    def bare_path(self) -> tuple[str, ...]:
        """The same without the numbers of siblings."""
        return without_numbers(self.path)

    @cached_property
    def landmarks(self) -> tuple[str, ...]:
        """The parts of the page that it is in, by the tags of its path."""
        return tuple(step for step in self.bare_path[:-1] if step in LANDMARKS)

    @cached_property
    def series(self) -> str | None:
        """Its numbered id without the numbers: rows of a table share one."""
        numbered = self.look.evidence.get("numbered")
        return numbered and _NUMBER.sub("#", numbered)


def _steps(path: str) -> tuple[str, ...]:
    return tuple(re.split(r" > |/+", path)[-MAX_PATH:])


def without_numbers(path: Sequence[str]) -> tuple[str, ...]:
    """The steps of a path without the numbers of siblings."""
    return tuple(_INDEX.sub("", step) for step in path)


def _words(text: str) -> frozenset[str]:
    """Stretches without white space, marks at their ends dropped; of a text without
    spaces it is the whole."""
    stripped = (word.strip(_AROUND_WORD) for word in text.split()[:MAX_WORDS])
    return frozenset(word for word in stripped if word)


class Crowd:
    """The candidates of a page together: what many of them share tells little."""

    def __init__(self, members: Sequence[Seen]) -> None:
        self._members = len(members)
        self._wearing = Counter(name for seen in members for name in seen.look.classes)
        self._series: dict[str | None, list[Seen]] = defaultdict(list)
        for seen in members:
            if seen.series:
                self._series[seen.series].append(seen)

    def rarity(self, classes: Collection[str]) -> float:
        """What class names tell, in nats: see `idf`."""
        return sum(idf(self._members, self._wearing[name]) for name in classes)

    def counts_rows(self, series: str | None) -> bool:
        """Do ids that differ in their numbers belong to elements of one name, such as
        a button in each row, rather than to whatever comes next on the page?"""
        return len({seen.look.name for seen in self._series.get(series, ())}) <= 1

    def stands_together(self, series: str | None) -> bool:
        """Do several elements with ids that differ in their numbers have the same
        around them, as the boxes of one question do?"""
        members = self._series.get(series, ())
        return len(members) > 1 and len({seen.look.around for seen in members}) == 1


def idf(all_of_them: int, with_it: int) -> float:
    """What it tells that one of these has something, in nats: inverse document
    frequency (K. Spärck Jones, 1972), smoothed."""
    return log(1 + (1 + all_of_them) / (1 + with_it))
