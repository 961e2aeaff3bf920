"""Which path a run takes: runs with the same key did the same."""

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from kgmem.language.words import folds
from kgmem.model.base import normalize, to_json
from kgmem.model.keys.element_evidence import kind_of, where_shown
from kgmem.model.trajectory import Element, Step, followed
from kgmem.paths.tidy import tidy

_NUMBER = re.compile(r"\d+")
_Deed = tuple[str, ...]
Act = tuple[str, str, str | None]
"""What was done, to what by its name, and with which value."""


def act_of(step: Step) -> Act:
    """What was done, to what by its name, and with which value."""
    label = step.target.label() if step.target else ""
    return step.action, normalize(label), step.value


def path_key(steps: Sequence[Step], task: str) -> str | None:
    """A digest of what the steps of a run of the task do: actions, elements, values, in
    their order, but for fields of a form, which are filled in any order. None without
    steps to follow.

    Fidgeting and dead ends do not count, nor do numbers in names ("Inbox (3)"), nor
    what stands around an element, as far as the task does not say it.
    """
    done, asked = followed(steps), frozenset(folds(task))
    deeds = [_deed(done[n], asked) for n in tidy(done)] if done else []
    if not deeds:
        return None
    told = to_json([*_in_any_order(deeds)])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _deed(step: Step, asked: Collection[str]) -> _Deed:
    params = to_json(dict(step.params)) if step.params else ""
    where = _element(step.target, asked), _element(step.destination, asked)
    entry = "entry" if step.does.edits else ""
    return entry, step.action, *where, normalize(step.value or ""), params


def _element(element: Element | None, asked: Collection[str]) -> str:
    """By its kind, its name, or else what marks it, the words around it that the task
    says, its row, and the frame or tab that it is shown in."""
    if element is None:
        return ""
    name = _NUMBER.sub("#", normalize(element.label())) or element.path or ""
    around = sorted(set(folds(" ".join(element.container))).intersection(asked))
    shown = (text for pair in where_shown(element) for text in pair)
    return " ".join((kind_of(element), name, *around, *shown))


def _in_any_order(deeds: Iterable[_Deed]) -> Iterator[_Deed]:
    """The deeds, those that fill a form one after another sorted."""
    for is_entry, some in groupby(deeds, key=lambda deed: bool(deed[0])):
        told = list(some)
        yield from sorted(told) if is_entry else told
