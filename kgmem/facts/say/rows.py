"""named values of a row -> draft: columns in two languages, dates, keywords."""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime

from kgmem.errors import InvalidInput
from kgmem.facts.say.statements import bounds
from kgmem.language.vocabulary import roles, words
from kgmem.model.fact import FactDraft
from kgmem.model.keys.identity import predicate_key
from kgmem.model.values.arguments import validated
from kgmem.model.values.json_read import list_of

COLUMNS: Mapping[str, tuple[str, ...]] = {
    field: words(f"fact_column.{field}") for field in roles("fact_column")
}
"""What a value of a draft may be called besides its own name, in any case."""
_FIELDS = {
    predicate_key(name): field
    for field, names in COLUMNS.items()
    for name in (field, *names)
}
_TIMES = ("valid_from", "valid_to", "recorded_at")
_KEYWORD_ENDS = re.compile(r"[,;，；、|\n]")
_SHOWN = 40
"""Characters of a name that an error shows."""


def field_of(name: str) -> str | None:
    """The draft's field that a column's name means."""
    return _FIELDS.get(predicate_key(name))


def fields_of(names: Iterable[str]) -> list[str]:
    """The fields that column names mean. Raises InvalidInput for a name that means
    none, and for two that mean the same."""
    names = list(names)
    unknown = [name[:_SHOWN] for name in names if field_of(name) is None]
    if unknown:
        raise InvalidInput(
            f"unknown column {', '.join(map(repr, unknown[:5]))}; rename it or take it "
            f"out: known are {', '.join(COLUMNS)}"
        )
    fields = [_FIELDS[predicate_key(name)] for name in names]
    twice = sorted({field for field in fields if fields.count(field) > 1})
    if twice:
        raise InvalidInput(f"{', '.join(twice)}: named twice; keep one column of it")
    return fields


def draft_of(values: Mapping[str, object], headings: Iterable[str] = ()) -> FactDraft:
    """The draft that named values make; None and blank ones count as missing.

    `headings` that it stands under are keywords, too. Raises InvalidInput with what
    to change.
    """
    fields = fields_of(values)
    given = {
        field: _value(field, value)
        for field, value in zip(fields, values.values(), strict=True)
        if value is not None and not (isinstance(value, str) and not value.strip())
    }
    keywords = (*headings, *list_of(given.get("keywords")))
    draft = validated(FactDraft, {**given, "keywords": keywords}, "fact")
    triple = {name: given.get(name) for name in ("subject", "predicate", "object")}
    missing = [name for name, part in triple.items() if part is None]
    if len(missing) == 3 and draft.content is None:
        raise InvalidInput("a fact needs content, or subject, predicate and object")
    if 0 < len(missing) < 3:
        raise InvalidInput(f"a triple needs {' and '.join(missing)}, too")
    bounds(draft.valid_from, draft.valid_to)
    return draft


def _value(field: str, value: object) -> object:
    if field in _TIMES:
        return _moment(field, value)
    if field == "keywords":
        return _keywords(value)
    if field == "confidence":
        return _number(field, value)
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    return value.strip() if isinstance(value, str) else value


def _moment(field: str, value: object) -> datetime:
    """A moment in ISO 8601; a day alone is its midnight in UTC."""
    if isinstance(value, datetime):
        return value
    try:
        return datetime.fromisoformat(value.strip() if isinstance(value, str) else "")
    except ValueError as error:
        raise InvalidInput(
            f"{field}: is no date as ISO 8601 has it; write 2024-05-31, or "
            "2024-05-31T09:30:00+08:00"
        ) from error


def _keywords(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = _KEYWORD_ENDS.split(value)
    if not isinstance(value, list | tuple) or not all(
        isinstance(word, str) for word in value
    ):
        raise InvalidInput("keywords: give a list of words, or words between commas")
    return tuple(word.strip() for word in value if word.strip())


def _number(field: str, value: object) -> float:
    try:
        return float(value) if isinstance(value, str | int | float) else float("")
    except ValueError as error:
        raise InvalidInput(
            f"{field}: give a number from 0 to 1, such as 0.8"
        ) from error
