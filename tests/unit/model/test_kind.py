"""The table of kinds: each has its behaviours, or says why not."""

from typing import get_args

import pytest

from kgmem.language.typed import FORMS, kind_of, typed_spans
from kgmem.matching.value_fit import is_well_typed, said
from kgmem.model.kind import KINDS, Kind, form_of
from kgmem.model.pattern import Slot

EVERY = pytest.mark.parametrize("kind", KINDS)
EXAMPLES: dict[Kind, tuple[str, ...]] = {
    "text": ("good news", "好消息"),
    "quoted": ("“good news”", "《好消息》"),
    "name": ("Ann Lee", "Salt Lake City"),
    "number": ("3", "three", "十二"),
    "ordinal": ("3rd", "third", "第三"),
    "date": ("May 3, 2025", "2025年5月3日"),
    "time": ("5:30 pm", "下午5点"),
    "money": ("$5.20", "5元"),
    "quantity": ("5 minutes", "三个"),
    "email": ("ann@example.com",),
    "url": ("https://a.example/b", "a.com"),
    "path": ("/about/", "~/notes/plan.md"),
    "flight_number": ("CA1234", "BA 117", "MU5137"),
    "code": ("412-555-1234", "#a1b2c3"),
    "app": ("Calendar", "淘宝"),
    "choice": ("large", "大杯"),
    "secret": ("[REDACTED:password#1]",),
}
LOOKS = [(kind, value) for kind in KINDS for value in EXAMPLES[kind]]
NEVER_SEEN_IN_TEXT: dict[Kind, str] = {
    "text": "what no form tells",
    "name": "only a value by itself is looked at for it",
    "app": "told by the run, not by a form",
    "choice": "told by the page, not by a form",
}
"""Kinds that nothing in a text tells, and why."""


def slot_of(kind: Kind) -> Slot:
    return Slot(slot_id="s", name="s", kind=kind)


def test_the_table_has_every_kind_and_no_other() -> None:
    assert tuple(KINDS) == get_args(Kind)


@EVERY
def test_a_kind_is_found_in_texts_or_says_why_not(kind: Kind) -> None:
    is_written = any(form.kind == kind for form in FORMS)

    assert is_written != (kind in NEVER_SEEN_IN_TEXT)


@pytest.mark.parametrize(("kind", "value"), LOOKS)
def test_its_values_are_found_in_a_text(kind: Kind, value: str) -> None:
    found = {typed.kind for typed in typed_spans(f"Take {value} now")}

    assert (kind in found) == (kind not in NEVER_SEEN_IN_TEXT)


@pytest.mark.parametrize(("kind", "value"), LOOKS)
def test_its_values_fit_its_slots(kind: Kind, value: str) -> None:
    assert is_well_typed(slot_of(kind), said(value))
    assert not form_of(kind).has_form or kind_of(value) == kind


@EVERY
def test_what_has_a_form_refuses_other_words(kind: Kind) -> None:
    fits = is_well_typed(slot_of(kind), said("blue suede shoes"))

    assert fits != form_of(kind).has_form


def test_a_kind_that_is_not_known_is_a_text() -> None:
    assert form_of("of a later version") is KINDS["text"]
