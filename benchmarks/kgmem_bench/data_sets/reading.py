"""The way to read files of rows."""

import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from kgmem import InvalidInput

T = TypeVar("T")
Row = Mapping[str, Any]
"""One line of a data set, as JSON gave it."""

_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "kgmem/samples")


def stable_id(data_set: str, row_id: str) -> str:
    """A UUID that names the row and tells nothing about it."""
    return str(uuid.uuid5(_NAMESPACE, f"{data_set}/{row_id}"))


def read_rows(path: Path, parse: Callable[[Row], T]) -> Iterator[T]:
    """What `parse` makes of each line of a JSONL file.

    Raises InvalidInput naming file and line if it is missing or does not fit.
    """
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        try:
            yield parse(json.loads(line))
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise InvalidInput(
                f"{path.parent.name}/{path.name}, line {number}: "
                f"{type(error).__name__}: {error}; is it in this data set's format?"
            ) from error


def _lines(path: Path) -> list[str]:
    try:
        # Not splitlines(): it also cuts at U+2028 inside a JSON string.
        return path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"can't read {path}: {error}") from error
