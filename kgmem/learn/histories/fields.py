"""Take the known fields out of a free-form mapping; what is left is kept too."""

import math
from collections.abc import Mapping
from datetime import UTC, datetime

from kgmem.model.base import Json, as_utc, clean, to_json

MAX_STRING = 10_000
"""Characters of one string that are kept; longer ones are mostly images."""
MAX_REST = 50_000
"""Characters of JSON that one field of unknown meaning may take."""
MAX_DEPTH = 30


class Fields:
    """A mapping from which fields are taken by their various names."""

    def __init__(self, given: Mapping[str, object]) -> None:
        self._left = {str(key): value for key, value in given.items()}

    def take(self, *names: str) -> object:
        """The first value there is under one of the names; it is gone then."""
        for name in names:
            if not _blank(self._left.get(name)):
                return self._left.pop(name)
        return None

    def take_text(self, *names: str) -> str | None:
        """The same for text and numbers; anything deeper stays."""
        for name in names:
            value = self._left.get(name)
            if isinstance(value, str | int | float) and not _blank(value):
                del self._left[name]
                return as_text(value)
        return None

    def take_mapping(self, *names: str) -> Mapping[str, object] | None:
        """The same for mappings."""
        for name in names:
            value = self._left.get(name)
            if isinstance(value, Mapping):
                del self._left[name]
                return value
        return None

    def take_flag(self, *names: str) -> bool | None:
        """The same for truth values."""
        for name in names:
            if isinstance(self._left.get(name), bool):
                return bool(self._left.pop(name))
        return None

    def drop_numbers(self, *names: str) -> None:
        """Forget fields that only repeat the order of the entries."""
        for name in names:
            value = self._left.get(name)
            if isinstance(value, int) or (isinstance(value, str) and value.isdigit()):
                del self._left[name]

    def peek(self, *names: str) -> object:
        """The first value there is; it stays."""
        found = (self._left.get(name) for name in names)
        return next((value for value in found if not _blank(value)), None)

    def absorb(self, inner: Mapping[str, object]) -> None:
        """Add fields of a nested mapping; what stands outside is kept as `outer_…`
        where both have a name."""
        for key, value in inner.items():
            name = str(key)
            if not _blank(self._left.get(name)) and self._left[name] != value:
                self._left[f"outer_{name}"] = self._left[name]
            self._left[name] = value

    def left(self) -> dict[str, object]:
        """What nobody took, as it came."""
        return dict(self._left)

    def rest(self) -> dict[str, Json]:
        """What nobody took, as clean JSON of bounded size."""
        return {
            str(clean(key)): bounded_json(value)
            for key, value in self._left.items()
            if not _blank(value)
        }


def _blank(value: object) -> bool:
    return (
        value is None
        or (isinstance(value, str) and not value.strip())
        or (isinstance(value, Mapping | list | tuple) and not value)
    )


def number(value: object) -> float | None:
    """The value as a finite number; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if math.isfinite(found) else None


def as_text(value: str | int | float) -> str:
    """Text as it is; numbers and truth values as JSON writes them."""
    if isinstance(value, str):
        return value
    return str(value).lower() if isinstance(value, bool) else str(value)


def bounded_json(value: object) -> Json:
    """The value as JSON; what is too large is cut, and says so."""
    plain = _plain(value, MAX_DEPTH)
    text = to_json(plain)
    return plain if len(text) <= MAX_REST else _cut(text, MAX_REST)


def _plain(value: object, depth: int) -> Json:
    if isinstance(value, str):
        return _cut(str(clean(value)), MAX_STRING)
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if depth and isinstance(value, Mapping):
        return {str(clean(str(k))): _plain(v, depth - 1) for k, v in value.items()}
    if depth and isinstance(value, list | tuple | set | frozenset):
        return [_plain(item, depth - 1) for item in value]
    if isinstance(value, Mapping | list | tuple | set | frozenset):
        return "[nested too deeply]"
    return _cut(str(clean(str(value))), MAX_STRING)


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    return f"{text[:limit]} [{len(text) - limit} characters left out]"


def moment(value: object) -> datetime | None:
    """ISO text, or seconds or milliseconds since 1970; None for anything else.

    A moment without a zone is taken as UTC.
    """
    try:
        if isinstance(value, datetime):
            found = value
        elif isinstance(value, str):
            found = datetime.fromisoformat(value.strip())
        elif (count := number(value)) is not None and count > 1e8:
            found = datetime.fromtimestamp(count / (1000 if count > 1e11 else 1), UTC)
        else:
            return None  # small numbers count steps
        return as_utc(found.replace(tzinfo=UTC) if found.tzinfo is None else found)
    except (ValueError, OverflowError, OSError):
        return None
