"""What of a task is compared: its words and its path, without their values."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from kgmem.generalize.plain import Grounding, RunSteps, TaskRuns
from kgmem.language.intent import INTENTS, intent_of
from kgmem.language.typed import typed_spans
from kgmem.language.words import Span, folds, words
from kgmem.matching.opposites import deeds
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.kind import form_of
from kgmem.model.source import reads_in
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Element, Step
from kgmem.paths.fits import GENERIC
from kgmem.paths.tidy import tidy

MAX_WORDS = 200
"""Tokens of a text or a path that are compared; what follows is not."""
MAX_TEXT = 4_000
"""Characters of a text in which they are looked for."""
MAX_STEPS = 100
"""Steps of a run that are looked at."""
MAX_LABEL = 60
"""Characters of an element's label that tell it apart."""

_NAMED = frozenset({"cell", "end", "#", "test id", "named"})
"""Ways of telling a place by what it is called."""

VALUE = "<value>"
"""Stands for a span that a run uses."""
APP = "<app>"
DEED = "!"
LABEL = "="
"""What tokens of a path begin with. No word of a text has more than one character
and begins with a mark."""

_LABEL_PARTS = ("name", "text", "attributes")
"""Parts of a step (see `plain.Use`) that its target's label is made of."""
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Sketch:
    """A task without its values. Equal sketches are the same kind of task."""

    words: tuple[str, ...]
    """Folded words of the text without marks; spans that a run uses or whose form
    tells their kind are one token each (`<value>`, `<date>`)."""
    path: tuple[str, ...] = ()
    """Two tokens per step of the newest run: the action and the kind of its target
    (`!click button`), then the target's label (`=submit`, `=<value>`, `=` for none)."""
    intents: frozenset[str] = frozenset()
    """All kinds of things that the words ask for, keys of `INTENTS` …"""
    intent: str | None = None
    """… and the one that it is for in the end."""
    poles: frozenset[str] = frozenset()
    """What it asks to do of which another task of the app asks the opposite …"""
    opposites: frozenset[str] = frozenset()
    """… and these opposites."""
    reads: frozenset[str] = frozenset()
    """What its answers may stand at in the newest run, without the row; empty where it
    has none. No place of two kinds gives both their answers."""

    def reads_elsewhere(self, other: "Sketch") -> bool:
        """Do both end in answers, and have no place of them in common?"""
        return bool(self.reads and other.reads) and self.reads.isdisjoint(other.reads)

    def is_opposite(self, other: "Sketch") -> bool:
        """Does it ask to do what the other asks to undo, or the other way round?"""
        return not self.poles.isdisjoint(other.opposites)


def is_mask(token: str) -> bool:
    """Does it stand for a value, in a text or as a label?"""
    return len(token) > 1 and token.removeprefix(LABEL).startswith("<")


def sketch(
    task: TaskRuns,
    grounded: Sequence[Grounding],
    opposed: Mapping[str, frozenset[str]] | None = None,
) -> Sketch:
    """The task's sketch; `grounded` are the spans of its text that its runs use,
    `opposed` what the app's tasks ask to do and to undo.

    Time is linear in the length of text and run.
    """
    text = task.text[:MAX_TEXT]
    masks = _masks(text, task.app, [one.span for one in grounded])
    plain = _without(text, masks)
    poles = frozenset(opposed or ()) & deeds(text) if opposed else frozenset()
    return Sketch(
        words=tuple(_skeleton(text, masks))[:MAX_WORDS],
        path=_path(task.runs[0], grounded) if task.runs else (),
        intents=_intents(plain),
        intent=intent_of(plain),
        poles=poles,
        opposites=frozenset(o for one in poles for o in (opposed or {})[one]) - poles,
        reads=frozenset(_places_read(task.runs[0])) if task.runs else frozenset(),
    )


def _places_read(run: RunSteps) -> Iterator[str]:
    for step in run.steps:
        for source in reads_in(step.params) if step.does.gives else ():
            how, *told = source.at or ("",)
            yield f"{source.kind} {told[0] if how in _NAMED else how}"


# --- words ----------------------------------------------------------------------

_Masks = Mapping[Span, str]


def _masks(text: str, app: str | None, spans: Sequence[Span]) -> _Masks:
    """Tokens by the spans that they stand for, in the text's order, none over
    another: what runs use first, then typed spans, then the app's name."""
    typed = {
        one.span: f"<{form_of(one.kind).masked_as or one.kind}>"
        for one in typed_spans(text)
    }
    used = {span: typed.get(span, VALUE) for span in spans}
    named = dict.fromkeys(_places(text, app), APP)
    taken = bytearray(len(text))
    masks: dict[Span, str] = {}
    for (start, end), token in [*used.items(), *typed.items(), *named.items()]:
        if start < end <= len(text) and not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            masks[start, end] = token
    return dict(sorted(masks.items()))


def _places(text: str, name: str | None) -> Iterator[Span]:
    """Where the words of `name` stand in the text."""
    wanted, found = folds(name or ""), words(text)
    for n in range(len(found) - len(wanted) + 1) if wanted else ():
        stretch = found[n : n + len(wanted)]
        if tuple(word.fold for word in stretch) == wanted:
            yield stretch[0].start, stretch[-1].end


def _skeleton(text: str, masks: _Masks) -> Iterator[str]:
    at = 0
    for (start, end), token in masks.items():
        yield from _plain(text[at:start])
        yield token
        at = end
    yield from _plain(text[at:])


def _plain(text: str) -> Iterator[str]:
    return (word.fold for word in words(text) if not word.is_mark)


def _intents(text: str) -> frozenset[str]:
    return frozenset(
        intent for intent, words in INTENTS.items() if words.place(text) is not None
    )


def _without(text: str, masks: _Masks) -> str:
    """The text with blanks for the masked spans."""
    pieces, at = [], 0
    for start, end in masks:
        pieces.append(text[at:start])
        at = end
    return " ".join([*pieces, text[at:]])


# --- path -----------------------------------------------------------------------


def _path(run: RunSteps, grounded: Sequence[Grounding]) -> tuple[str, ...]:
    """Two tokens per step; what is done again right away to the same (or to another
    item of one list) counts once."""
    steps = run.steps[:MAX_STEPS]
    used = {
        use.step: number
        for number, one in enumerate(grounded)
        for use in one.uses
        if use.part.startswith(_LABEL_PARTS)
    }
    told = ((_step(steps[n], n in used), used.get(n)) for n in tidy(steps))
    return tuple(token for (tokens, _), _ in groupby(told) for token in tokens)


def _step(step: Step, uses_value: bool) -> tuple[str, str]:
    """What is done to which kind of thing, and the thing's label."""
    deed = f"{DEED}{step.action}"
    if step.does.is_call:
        return deed, f"{LABEL}{step.params['name']}"
    if step.does.enters == "address":
        return deed, f"{LABEL}{url_template(step.value or '')}"
    if step.does.enters == "key":
        return deed, f"{LABEL}{(step.value or '').casefold()}"
    kind = kind_of(step.target) if step.target else ""
    return (
        f"{deed} {'' if kind in GENERIC else kind}",
        f"{LABEL}{VALUE if uses_value else _label(step.target)}",
    )


def _label(target: Element | None) -> str:
    """The folded words of a target's label, numbers alike."""
    label = target.label()[: 4 * MAX_LABEL] if target else ""
    return _NUMBER.sub("0", " ".join(folds(label)))[:MAX_LABEL]
