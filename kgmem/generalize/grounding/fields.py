"""The fields of a run's steps in which a value of the task's text may stand."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice
from urllib.parse import parse_qsl, unquote, urlsplit

from kgmem.generalize.grounding.addresses import path_parts
from kgmem.generalize.plain import RunSteps
from kgmem.model.keys.element_evidence import EDITABLE, kind_of
from kgmem.model.trajectory import Element, Step
from kgmem.paths.declared import without_messages
from kgmem.paths.reading.agreement import has_shown, is_telling
from kgmem.paths.reading.beside import texts_beside
from kgmem.paths.reading.outputs import rows_said
from kgmem.paths.reading.shown import RESULT
from kgmem.paths.tidy import tidy

MAX_STEPS = 200
"""Steps of a run that are looked at."""
MAX_FIELD = 2_000
"""Characters that a field may have; longer ones are pages or documents."""
MAX_PARAMS = 60
"""Values looked at in a step's `params`, or in an address's query."""
MAX_DEPTH = 4
"""Levels of nesting in `params` that are looked at."""

_LABELS = ("aria-label", "title", "placeholder", "id", "value", "class")
"""Attributes that name an element which has neither name nor text; of an icon often
its class alone."""
AREAS = frozenset({
    "article", "body", "canvas", "dialog", "div", "document", "fieldset", "form",
    "generic", "group", "html", "list", "main", "navigation", "none", "presentation",
    "region", "section", "svg", "table", "tbody",
})  # fmt: skip
"""Kinds of elements that only hold others."""


ROWS = frozenset({"row", "listitem", "treeitem"})
"""Kinds of elements whose name is all that stands in them."""


Steps = Mapping[int, Step]
"""Steps by their index in the run, in order."""


DESTINATION = "destination."
"""Before the parts of the element that a step ends on."""


READ = "read."
"""Before the parts that stood beside a value which the step enters: of a `page`, of a
`record`."""
READ_OF_PAGE = f"{READ}page"
PATH = "path."
"""Before the number of a part of an address's path."""
NUMBER = ".number"
"""Behind it where only the number in the part is meant."""
_COUNTED = re.compile(r"(?:(?<=[^\W\d_]{3})|(?<=[-_~:]))\d+$|^\d+(?=[-_])")
"""A number that stands for itself though the part is longer: `issue4`, `4-a-title`."""


class Trust(IntEnum):
    """What a field says about the task, most telling first."""

    VALUE = 0
    """What was typed, chosen or handed to a tool."""
    LABEL = 1
    """What the target is called."""
    CONTEXT = 2
    """Text around the target."""


@dataclass(frozen=True, slots=True)
class PathPiece:
    """A part of an address's path, or the number that a part ends on."""

    part: str
    """`path.N`, counted from 0; `path.N.number` for the number in it."""
    start: int
    text: str
    """As it stands in the address, from `start` on."""


@dataclass(frozen=True, slots=True)
class Field:
    """A text of a step."""

    step: int
    part: str
    """As in `Use.part`."""
    text: str
    trust: Trust
    is_area: bool = False
    """The text of an element that only holds others."""
    is_record: bool = False
    """What a row is called: all that stands in it."""


def steps_of(run: RunSteps) -> Steps:
    """The run's steps without fidgeting, by their index; at most `MAX_STEPS`."""
    return {n: run.steps[n] for n in tidy(run.steps)[:MAX_STEPS]}


def fields_of(steps: Steps) -> Iterator[Field]:
    """The fields of the steps, in order, none blank."""
    for n, step in steps.items():
        kind = kind_of(step.target) if step.target else ""
        for part, text, trust in _parts(step):
            if text.strip() and len(text) <= MAX_FIELD:
                is_label = trust == Trust.LABEL
                is_area, is_record = kind in AREAS, kind in ROWS
                yield Field(
                    n, part, text, trust, is_label and is_area, is_label and is_record
                )
    yield from _read(steps)


def _read(steps: Steps) -> Iterator[Field]:
    """What stood beside the values that were read: it says which of several."""
    path = list(steps.values())
    is_shown = has_shown(path, len(path))
    for place, (n, step) in enumerate(steps.items()):
        for text in rows_said(step) if step.does.gives else ():
            yield Field(n, f"{READ}row", text, Trust.CONTEXT)
        for field in given_in(n, step) if is_shown else ():
            if is_telling(field.text):
                for how, text in texts_beside(path, place, field.text):
                    yield Field(n, f"{READ}{how}", text, Trust.CONTEXT)


_Part = tuple[str, str, Trust]


def given_in(n: int, step: Step) -> list[Field]:
    """What step `n` enters or hands over, none blank."""
    return [
        Field(n, part, text, trust)
        for part, text, trust in (() if step.does.is_silent else _given(step))
        if text.strip() and len(text) <= MAX_FIELD
    ]


def _parts(step: Step) -> Iterator[_Part]:
    if not step.does.is_silent:
        yield from _given(step)
    if step.target is not None:
        yield from _called(step.target)
        for n, text in enumerate(step.target.container):
            yield f"container.{n}", text, Trust.CONTEXT
    if step.destination is not None:
        for part, text, trust in _called(step.destination):
            yield f"{DESTINATION}{part}", text, trust


def _given(step: Step) -> Iterator[_Part]:
    if step.value:
        yield "value", step.value, Trust.VALUE
        if step.does.enters == "address":
            for key, value in _query(step.value):
                yield f"url.{key}", value, Trust.VALUE
            for piece in pieces(step.value):
                yield piece.part, unquote(piece.text), Trust.VALUE
    is_call = step.does.is_call
    besides = ("name", RESULT) if is_call else ()
    said = without_messages(step.params)
    params = {k: v for k, v in said.items() if k not in besides}
    for path, leaf in islice(_leaves(params, "params", MAX_DEPTH), MAX_PARAMS):
        # Numbers of a click or a swipe are coordinates and times.
        if isinstance(leaf, str) or is_call:
            yield path, str(leaf), Trust.VALUE


def _called(target: Element) -> Iterator[_Part]:
    """The name, else the text, else an attribute; what an editable element contains
    is no name of it."""
    is_editable = kind_of(target) in EDITABLE
    if target.name and target.name.strip():
        yield "name", target.name, Trust.LABEL
    elif target.text and target.text.strip():
        if not is_editable:
            yield "text", target.text, Trust.LABEL
    elif not is_editable:
        for key in _LABELS:
            if value := target.attributes.get(key):
                yield f"attributes.{key}", value, Trust.LABEL


def _query(url: str) -> list[tuple[str, str]]:
    """The query's keys and decoded values; none for what is no address."""
    try:
        query = urlsplit(url[:MAX_FIELD]).query
        return parse_qsl(query)[:MAX_PARAMS]
    except ValueError:
        return []


def pieces(url: str) -> Iterator[PathPiece]:
    """What may be a value in its path, and in a fragment that is a route."""
    segments = enumerate(islice(path_parts(url[:MAX_FIELD]), MAX_PARAMS))
    for n, (start, text) in segments:
        yield PathPiece(f"{PATH}{n}", start, text)
        if counted := _COUNTED.search(text):
            number = start + counted.start()
            yield PathPiece(f"{PATH}{n}{NUMBER}", number, counted[0])


def _leaves(value: object, path: str, depth: int) -> Iterator[tuple[str, object]]:
    """Texts and numbers in a JSON value, with their paths."""
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        yield path, value
    elif depth and isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, f"{path}.{key}", depth - 1)
    elif depth and isinstance(value, list):
        for n, item in enumerate(value):
            yield from _leaves(item, f"{path}.{n}", depth - 1)
