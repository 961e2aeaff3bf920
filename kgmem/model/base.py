"""The one base of every value: frozen, and loud about unknown fields."""

import json
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, time
from functools import lru_cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Self,
    TypeVar,
    get_args,
    get_origin,
    overload,
)

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
)
from typing_extensions import TypeAliasType

from kgmem.model.values.frozen import frozen

Json = TypeAliasType(
    "Json", "bool | int | float | str | list[Json] | dict[str, Json] | None"
)

MAX_TASK = 20_000
"""Longest task text in characters; longer texts belong into a document."""
MAX_TEXT = 2_000_000
"""Longest other text in characters."""
MAX_DEPTH = 100
"""Levels of a JSON value."""
MAX_VALUES = 1_000_000
"""Values in a JSON value: lists that are shared can stand for any number."""
MAX_WHOLE = 2**63 - 1
"""Largest whole number in a JSON value, and with a minus the smallest."""
MAX_BITS = 1_000
"""Of a whole number that is written out as a text."""


class Value(BaseModel):
    """A frozen value, with all that it holds; unknown fields are refused, so that a
    typo can't lose data."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        arbitrary_types_allowed=False,
        hide_input_in_errors=True,  # it may be a secret
    )
    _mutable: ClassVar[tuple[str, ...]] = ()
    """Fields that are given as dicts or lists, which could be changed."""
    _blank: ClassVar[Mapping[str, object]] = {}
    """Fields with their defaults, in their order; None where there is none."""
    _needed: ClassVar[frozenset[str]] = frozenset()
    """Fields without a default, or with one that is made anew for each value."""
    _every: ClassVar[set[str]] = set()
    """All fields; values that were given all of them share it."""

    @classmethod
    def __pydantic_init_subclass__(cls, **_: object) -> None:
        fields = cls.model_fields.items()
        cls._mutable = tuple(k for k, one in fields if _is_mutable(one.annotation))
        cls._needed = frozenset(
            k for k, one in fields if one.is_required() or one.default_factory
        )
        cls._blank = {
            k: None if k in cls._needed else frozen(one.default) for k, one in fields
        }
        cls._every = set(cls._blank)

    @classmethod
    def of_stored(cls, **fields: object) -> Self:
        """A value of what was validated before it was stored: nothing is checked but
        that no field is missing or unknown. A tenth of the time of `model_construct`.

        Raises TypeError for a field that is missing or unknown.
        """
        held = {**cls._blank, **fields}
        whole = len(fields) == len(held) == len(cls._blank)
        if not whole and (
            not fields.keys() >= cls._needed or len(held) != len(cls._blank)
        ):
            wrong = sorted((cls._needed - fields.keys()) | (held.keys() - cls._blank))
            raise TypeError(f"{cls.__name__}: missing or unknown {', '.join(wrong)}")
        for name in cls._mutable:
            held[name] = frozen(held[name])
        return _made(cls, held, cls._every if whole else set(fields))

    def model_post_init(self, _: object, /) -> None:
        """Freezes what could be changed, also of a value made without validation."""
        fields = self.__dict__
        for name in self._mutable:
            fields[name] = frozen(fields[name])

    def model_copy(
        self, *, update: Mapping[str, object] | None = None, deep: bool = False
    ) -> Self:
        """A copy with other values in some fields, which are not validated."""
        given = {name: frozen(value) for name, value in (update or {}).items()}
        if deep:
            return super().model_copy(update=given, deep=True)
        known = self.__pydantic_fields_set__
        fields_set = known if given.keys() <= known else known | given.keys()
        return _made(type(self), self.__dict__ | given, fields_set)

    def compact(self) -> dict[str, Json]:
        """JSON-ready fields without those that stand at their default."""
        return self.model_dump(mode="json", exclude_defaults=True)


V = TypeVar("V", bound=Value)
_new = object.__new__
_set_fields, _set_given, _set_extra, _set_private = (
    vars(BaseModel)[name].__set__
    for name in (
        "__dict__",
        "__pydantic_fields_set__",
        "__pydantic_extra__",
        "__pydantic_private__",
    )
)
"""Past the refusal of frozen values, for one that is being made."""


def _made(kind: type[V], fields: dict[str, object], fields_set: set[str]) -> V:
    """A value with these fields and no others, as pydantic lays it out: values have
    neither extra nor private ones."""
    value = _new(kind)
    _set_fields(value, fields)
    _set_given(value, fields_set)
    _set_extra(value, None)
    _set_private(value, None)
    return value


def _is_mutable(annotation: object) -> bool:
    """May a value of this type be a dict or a list, or hold one outside of another
    Value?"""
    kind = get_origin(annotation) or annotation
    return kind in (dict, list, Any, Json) or any(
        map(_is_mutable, get_args(annotation))
    )


@overload
def clean(value: str) -> str: ...
@overload
def clean(value: object) -> object: ...
def clean(value: object) -> object:
    """Text without NUL bytes and lone surrogates, which no store can hold.

    A lone surrogate becomes U+FFFD, the replacement character.
    """
    if not isinstance(value, str):
        return value
    if "\x00" in value:
        value = value.replace("\x00", "")
    try:
        value.encode()
    except UnicodeEncodeError:
        value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value


def clean_json(value: object) -> object:
    """The same for every string in a JSON value. Raises ValueError for one that is
    nested too deeply, or in itself, or holds too much, or a number beyond 64 bits."""
    return _clean_json(value, MAX_DEPTH, [MAX_VALUES])


def clean_foreign(value: object) -> object:
    """The same for what other programs wrote: their numbers beyond 64 bits, hashes
    without a sign, become texts."""
    return _clean_json(value, MAX_DEPTH, [MAX_VALUES], are_large_texts=True)


def clean_record(value: object) -> object:
    """The same for what holds such values, and was bounded before."""
    return _clean_json(value, 2 * MAX_DEPTH, [2**63])


def _clean_json(
    value: object, levels: int, left: list[int], are_large_texts: bool = False
) -> object:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, int) and abs(value) > MAX_WHOLE:
        if are_large_texts and value.bit_length() <= MAX_BITS:
            return str(value)
        raise ValueError("holds a whole number beyond 64 bits: give it as a text")
    if not isinstance(value, Mapping | list | tuple):
        return value
    left[0] -= len(value)
    if not levels:
        raise ValueError(f"is nested more than {MAX_DEPTH} levels deep")
    if left[0] < 0:
        raise ValueError(f"holds more than {MAX_VALUES:,} values")
    if isinstance(value, Mapping):
        return {
            clean(str(key)): _clean_json(one, levels - 1, left, are_large_texts)
            for key, one in value.items()
        }
    return [_clean_json(one, levels - 1, left, are_large_texts) for one in value]


def _bounded(value: str) -> str:
    if len(value) > MAX_TEXT:
        raise ValueError(f"text is {len(value):,} characters long; {MAX_TEXT:,} fit")
    return value


def as_utc(value: datetime) -> datetime:
    """In UTC, to the millisecond. Raises ValueError outside of the calendar."""
    try:
        moment = value.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(
            "is outside of the calendar: in UTC it lies before the year 1 or after 9999"
        ) from error
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _assume_utc(value: object) -> object:
    if isinstance(value, str):
        with suppress(ValueError):
            value = datetime.fromisoformat(value.strip())
    elif isinstance(value, date) and not isinstance(value, datetime):
        value = datetime.combine(value, time.min)
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=UTC)
    if isinstance(value, str | int | float) and _is_small(value):
        raise ValueError(
            "a date or a moment, such as 2026-01-31 or 2026-01-31T12:00+01:00; a "
            "number is seconds since 1970, from 1973 on"
        )
    return value


def _is_small(value: str | float) -> bool:
    """Is it a number that counts something else than seconds since 1970?"""
    try:
        return float(value) < 1e8
    except (ValueError, OverflowError):
        return False


Text = Annotated[str, BeforeValidator(clean), AfterValidator(_bounded)]
"""A string that every store can hold."""
JsonMap = Annotated[dict[str, Json], BeforeValidator(clean_json)]
"""A JSON object; its strings are cleaned."""
Utc = Annotated[AwareDatetime, BeforeValidator(_assume_utc), AfterValidator(as_utc)]
"""A moment in UTC, to the millisecond, which is what the stores keep: smaller parts are
cut off, never rounded up. One without a zone is taken as UTC."""
Count = Annotated[int, Field(ge=0, le=2**53)]
"""A whole number that every store and JSON reader can hold."""
Language = Literal["en", "zh"]


def normalize(text: str) -> str:
    """The form in which two wordings count as the same task.

    NFKC, lower case, white space folded, closing full stop dropped.
    """
    return _normalized(text) if len(text) <= REMEMBERED else _normalize(text)


def _normalize(text: str) -> str:
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    folded = " ".join(plain.casefold().split())
    return folded.rstrip(".。!！ ") or folded


REMEMBERED = 200
"""Characters of the longest text whose normal form is remembered: a recall compares the
same tasks and names many times."""
_normalized = lru_cache(1 << 14)(_normalize)


def language_of(text: str) -> Language:
    """`zh` where Han characters outnumber Latin words, else `en`."""
    han = 0 if text.isascii() else sum(0x4E00 <= ord(ch) <= 0x9FFF for ch in text)
    if not han:
        return "en"
    latin = sum(word[0].isascii() and word[0].isalpha() for word in text.split())
    return "zh" if han > latin else "en"


def to_json(value: object) -> str:
    """Compact JSON with stable key order."""
    return _ENCODER.encode(value)


_ENCODER = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str
)
"""Made once: a run is told in some forty small texts."""
