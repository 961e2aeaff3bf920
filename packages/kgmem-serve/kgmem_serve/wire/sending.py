"""Arguments of a call as JSON."""

import dataclasses
import json
from collections.abc import Iterable, Mapping, Set
from datetime import date, datetime
from pathlib import PurePath
from typing import Any

from pydantic import BaseModel

from kgmem import InvalidInput
from kgmem.serving import shown

DEEPEST = 200
"""Levels; the memory takes fewer and says so."""


def as_json(given: Mapping[str, Any]) -> bytes:
    """A JSON object of the arguments. Raises InvalidInput naming the one that can't be
    sent."""
    told = (f"{json.dumps(name)}:{sent(name, one)}" for name, one in given.items())
    return f"{{{','.join(told)}}}".encode()


def sent(name: str, value: Any) -> str:
    """The JSON of one argument. Raises InvalidInput if it has none."""
    try:
        return json.dumps(plain_value(value), separators=(",", ":"))
    except RecursionError as error:
        raise InvalidInput(f"{name}: nested too deeply") from error
    except (_Unsendable, ValueError) as error:
        raise InvalidInput(
            f"{name}: {error} can't be sent to a server; give plain values"
        ) from error


class _Unsendable(Exception):
    """What is no JSON, shown."""


def plain_value(value: Any, depth: int = 0) -> Any:
    """A value as JSON has it."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if depth > DEEPEST:
        raise RecursionError
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_unset=True)
    if isinstance(value, Mapping):
        return {_key(key): plain_value(one, depth + 1) for key, one in value.items()}
    if isinstance(value, datetime | date):
        return value.isoformat()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return {f.name: plain_value(getattr(value, f.name), depth + 1) for f in fields}
    if isinstance(value, PurePath):
        return str(value)
    if isinstance(value, list | tuple | Set) or _is_once(value):
        return [plain_value(one, depth + 1) for one in value]
    raise _Unsendable(shown(value))


def _key(key: object) -> str:
    if isinstance(key, str | int) and not isinstance(key, bool):
        return str(key)
    raise _Unsendable(shown(key))


def _is_once(value: object) -> bool:
    """Is it gone through once, as what a generator gives?"""
    return isinstance(value, Iterable) and not isinstance(value, bytes | bytearray)
