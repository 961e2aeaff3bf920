"""In what words a task was told: its text as a template, with `{slot}` for its values.

A success of a plan in such words makes them the pattern's, unless they ask for more."""

import re
from collections.abc import Iterator, Mapping, Sequence

from kgmem.graph.patterns.learned import NewWording
from kgmem.language.lexicon import lexicon
from kgmem.language.stemming import stem
from kgmem.language.words import folds, whole
from kgmem.matching.anchor_words import is_content
from kgmem.matching.opposites import ask_opposites
from kgmem.matching.turning import JOINING, roles_in
from kgmem.model.base import normalize
from kgmem.model.pattern import Pattern
from kgmem.model.texts import template as templates
from kgmem.redact import PLACEHOLDER

_IF = lexicon("if")
"""Words by which the same text may ask for something else next time."""
Bindings = Mapping[str, str | list[str]]
_Place = tuple[int, int, str]
"""Where a slot's value stands."""


def new_wording(
    pattern: Pattern, task: str, bindings: Bindings, *, verified: bool = False
) -> NewWording | None:
    """The task as a template of the pattern, where it asks for no more, as far as words
    tell.

    None where not every slot has a value that stands in the task, where a hidden value
    stands in none, where it asks for the opposite, or where what it asks for hangs on
    something else ("unless …").
    Of values alone, of the pattern's own words, of those that turn the request as none
    of the known wordings does, and where all of a known wording is said and more, or
    several requests are joined, the agent alone can't say that the path does what is
    asked: None unless it is `verified`, and then of the first three for this very text
    alone."""
    template = told_with(task, bindings, [slot.name for slot in pattern.slots])
    if template is None:
        return None
    beside, known = _beside(template), [_beside(one) for one in pattern.all_wordings]
    if PLACEHOLDER.search(beside):
        return None
    if any(ask_opposites(beside, one) for one in known):
        return None
    if not verified and any(_says_more(beside, one) for one in known):
        return None
    allowed = frozenset(JOINING if verified else ()).union(*map(roles_in, known))
    turns = not roles_in(beside) <= allowed
    only_again = turns or not _content(beside) or _is_own(pattern, template)
    if only_again and (not verified or (turns and beside in _IF)):
        return None
    return NewWording(template, only_again)


def _says_more(beside: str, known: str) -> bool:
    """Is all of the known wording said, and more?"""
    return bool(_content(known)) and _content(known) < _content(beside)


def _content(text: str) -> set[str]:
    """The stems of the words that say something."""
    return {stem(fold) for fold in folds(text) if is_content(fold)}


def told_with(task: str, bindings: Bindings, slots: Sequence[str]) -> str | None:
    """The task with `{slot}` wherever a slot's value stands; None where one stands
    nowhere, or two are the same."""
    places: list[_Place] = []
    for name, value in sorted(
        ((name, bindings.get(name) or "") for name in slots),
        key=lambda one: -len("".join(one[1])),
    ):
        found = [
            (start, end, slot)
            for start, end, slot in _places(task, name, value)
            if not any(start < last and first < end for first, last, _ in places)
        ]
        if not found:
            return None
        places += found
    return _with_holes(task, sorted(places))


def _places(task: str, name: str, value: str | list[str]) -> Iterator[_Place]:
    items = [value] if isinstance(value, str) else value
    if not all(item.strip() for item in items) or not items:
        return
    texts = [item.strip() for item in items]
    listed = r"(.{1,12}?)".join(re.escape(text) for text in texts)
    ends = whole(texts[0][:1] + texts[-1][-1:], listed)
    for match in re.finditer(ends, task, re.IGNORECASE):
        if not any(is_content(fold) for part in match.groups() for fold in folds(part)):
            yield match.start(), match.end(), name


def _with_holes(task: str, places: Sequence[_Place]) -> str:
    told, at = "", 0
    for start, end, name in places:
        told += templates.escape(task[at:start]) + str(templates.Hole(name))
        at = end
    return told + templates.escape(task[at:])


def _is_own(pattern: Pattern, template: str) -> bool:
    own = (pattern.template, *pattern.wordings)
    return normalize(template) in map(normalize, own)


def _beside(template: str) -> str:
    """What is said beside the values."""
    parts = templates.parts(template)
    return "".join(part if isinstance(part, str) else " … " for part in parts)
