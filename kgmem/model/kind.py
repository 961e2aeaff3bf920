"""The one table of the kinds that a slot's values have. Every branch on a kind asks it.

Another kind is a name in `Kind`, a row in `KINDS`, what its slots are called (`[kind]`
in `messages/phrases_*.toml`) and, if its values have a form, how they are written, in
`language/typed.py`; transforms are functions of `matching/transform.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Kind = Literal[
    "text", "quoted", "name", "number", "ordinal", "date", "time", "money", "quantity",
    "email", "url", "path", "flight_number", "code", "app", "choice", "secret",
]  # fmt: skip

Ends = Literal["words", "form", "unit", "marks"]


@dataclass(frozen=True, slots=True)
class Form:
    """What is true of a kind's values."""

    ends: Ends
    """Where a value ends in a text: where its `form` does, with its `unit` (5 minutes,
    三个), between quotation `marks`, or where the `words` of the wording go on."""
    has_form: bool = True
    """Is a value by itself told by how it is written? Hidden, or between quotation
    marks, stands anything."""
    is_certain: bool = False
    """Is its form no accident, as that of a number or a code may be?"""
    told_as: frozenset[Kind] = frozenset()
    """Kinds that a value of it may also be told as."""
    masked_as: Kind | None = None
    """The kind that it counts as where one slot may hold values of both."""
    transforms: tuple[str, ...] = ()
    """What reads such values, names of `matching.transform` up to their colon."""
    is_whole: bool = False
    """Is a part of a value none by itself? The 5 of `5 minutes` is one."""
    is_content: bool = False
    """Is such a value hardly part of a page itself?"""
    has_unit: bool = False
    """Has it a number and a unit, which may be one of its own: 15 cards?"""
    counts: bool = False
    """Can it say how often something is done?"""
    orders: bool = False
    """Does it say which of several is meant?"""
    may_be_range: bool = False
    """Can a value be two of them: 2-3?"""
    may_be_word: bool = False
    """Can a value look like a word by chance, as letters drawn at random do?"""
    has_sigil: bool = False
    """May a mark that is no part of the value stand before it: #, @?"""
    is_moment: bool = False
    """Does it say when?"""
    is_prose: bool = False
    """May a value be a sentence or more?"""
    is_app: bool = False
    """Is it the name of the app in which the task is done?"""
    is_secret: bool = False
    """Is the value hidden? It may stand for one of any kind."""


def _kinds(*kinds: Kind) -> frozenset[Kind]:
    return frozenset(kinds)


KINDS: Mapping[Kind, Form] = MappingProxyType({
    "text": Form(
        "words",
        has_form=False,
    ),
    "quoted": Form(
        "marks",
        has_form=False, is_prose=True,
    ),
    "name": Form(
        "words",
        has_form=False, transforms=("first_word", "last_word"),
    ),
    "number": Form(
        "words",
        told_as=_kinds("ordinal", "quantity", "money", "code"),
        transforms=("integer", "number_word"),
        is_whole=True, counts=True, may_be_range=True,
    ),
    "ordinal": Form(
        "words",
        told_as=_kinds("number", "date"), masked_as="number",
        transforms=("ordinal",), orders=True,
    ),
    "date": Form(
        "form",
        is_certain=True, told_as=_kinds("time", "number", "code"),
        transforms=("date", "dmy"), is_whole=True, is_content=True, is_moment=True,
    ),
    "time": Form(
        "form",
        is_certain=True, told_as=_kinds("date", "number"), masked_as="date",
        transforms=("time",), is_whole=True, is_content=True, is_moment=True,
    ),
    "money": Form(
        "form",
        is_certain=True, told_as=_kinds("number", "quantity"), masked_as="number",
        transforms=("money",), is_whole=True, is_content=True, has_unit=True,
    ),
    "quantity": Form(
        "unit",
        told_as=_kinds("number", "money"), masked_as="number",
        transforms=("quantity",), is_content=True, has_unit=True, counts=True,
    ),
    "email": Form(
        "form",
        is_certain=True, is_whole=True, is_content=True,
    ),
    "url": Form(
        "form",
        is_certain=True, told_as=_kinds("code", "path"), is_whole=True,
    ),
    "path": Form(
        "form",
        is_certain=True, told_as=_kinds("url"), is_whole=True,
    ),
    "flight_number": Form(
        "form",
        told_as=_kinds("code"), masked_as="number", transforms=("no_spaces",),
        is_whole=True,
    ),
    "code": Form(
        "words",
        told_as=_kinds("number", "name", "url", "email", "flight_number"),
        masked_as="number", may_be_word=True, has_sigil=True,
    ),
    "app": Form(
        "words", has_form=False,
        is_app=True,
    ),
    "choice": Form(
        "words", has_form=False,
    ),
    "secret": Form(
        "form",
        has_form=False, is_certain=True, is_secret=True,
    ),
})  # fmt: skip
"""What is true of each kind, in the order of `Kind`."""

_BY_NAME: Mapping[str, Form] = dict(KINDS.items())


def form_of(kind: str) -> Form:
    """What is true of a kind; of one that is not known, what is true of texts."""
    return _BY_NAME.get(kind, KINDS["text"])
