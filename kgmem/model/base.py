"""The one base of every value: frozen, and loud about unknown fields."""

import json
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
)
from typing_extensions import TypeAliasType

Json = TypeAliasType(
    "Json", "bool | int | float | str | list[Json] | dict[str, Json] | None"
)

MAX_TASK = 20_000
"""Longest task text in characters; longer texts belong into a document."""
MAX_TEXT = 2_000_000
"""Longest other text in characters."""


class Value(BaseModel):
    """A frozen value; unknown fields are refused, so that a typo can't lose data."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", arbitrary_types_allowed=False
    )

    def compact(self) -> dict[str, Any]:
        """JSON-ready fields without those that stand at their default."""
        return self.model_dump(mode="json", exclude_defaults=True)


def clean(value: Any) -> Any:
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


def clean_json(value: Any) -> Any:
    """The same for every string in a JSON value."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {clean(str(k)): clean_json(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [clean_json(v) for v in value]
    return value


def _bounded(value: str) -> str:
    if len(value) > MAX_TEXT:
        raise ValueError(f"text is {len(value):,} characters long; {MAX_TEXT:,} fit")
    return value


def _as_utc(value: datetime) -> datetime:
    try:
        return value.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("is outside of the calendar") from error


def _assume_utc(value: Any) -> Any:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip())
        except ValueError:
            return value
    if isinstance(value, datetime) and value.tzinfo is None:
        return value.replace(tzinfo=UTC)
    return value


Text = Annotated[str, BeforeValidator(clean), AfterValidator(_bounded)]
"""A string that every store can hold."""
JsonMap = Annotated[dict[str, Json], BeforeValidator(clean_json)]
"""A JSON object; its strings are cleaned."""
Utc = Annotated[AwareDatetime, BeforeValidator(_assume_utc), AfterValidator(_as_utc)]
"""A moment; one without a zone is taken as UTC."""
Count = Annotated[int, Field(ge=0, le=2**53)]
"""A whole number that every store and JSON reader can hold."""
Language = Literal["en", "zh"]


def normalize(text: str) -> str:
    """The form in which two wordings count as the same task.

    NFKC, lower case, white space folded, closing full stop dropped.
    """
    folded = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return folded.rstrip(".。!！ ") or folded


def language_of(text: str) -> Language:
    """`zh` where Han characters outnumber Latin words, else `en`."""
    han = sum("\u4e00" <= ch <= "\u9fff" for ch in text)
    latin = sum(word[0].isascii() and word[0].isalpha() for word in text.split())
    return "zh" if han > latin else "en"


def to_json(value: Any) -> str:
    """Compact JSON with stable key order."""
    return _ENCODER.encode(value)


_ENCODER = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str
)
"""Made once: a run is told in some forty small texts."""
