"""What was seen -> does the effect hold?"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from kgmem.model.base import normalize
from kgmem.model.effect import EffectCheck, EffectSeen
from kgmem.paths.reading.fields import values_at

MAX_TOLD = 120
"""Characters of what was seen that are told."""
_PARTS = re.compile(r"\[[^\]]*\]|[^.\[\]]+")


def of_text(check: EffectCheck, text: str | None) -> EffectSeen:
    """Of an answer, a file or a page; None: there is nothing."""
    if text is None:
        return _verdict(check, [], "nothing is there")
    if check.field is None:
        return _verdict(check, [text], text)
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return EffectSeen(check=check, told="it is no JSON")
    return _at(check, value)


def of_rows(check: EffectCheck, rows: Sequence[Mapping[str, Any]]) -> EffectSeen:
    """Of a query's rows: the column `field` of the first row, or any value of it; that
    something is absent has to hold for all rows."""
    found = [dict(row) for row in rows]
    looked = found if check.absent else found[:1]
    if check.field is None:
        return _verdict(check, [_text(v) for row in looked for v in row.values()])
    if check.field.startswith(("[", "$")):
        return _at(check, found)
    return _verdict(check, [one for row in looked for one in _values(check, row)])


def _at(check: EffectCheck, value: object) -> EffectSeen:
    return _verdict(check, _values(check, value))


def _values(check: EffectCheck, value: object) -> list[str]:
    path = [one for one in _PARTS.findall(check.field or "") if one != "$"]
    return [*map(_text, values_at(value, path))]


def _verdict(check: EffectCheck, found: list[str], told: str = "") -> EffectSeen:
    if check.equals is not None:
        holds = any(normalize(text) == normalize(check.equals) for text in found)
    elif check.contains is not None:
        holds = any(normalize(check.contains) in normalize(text) for text in found)
    else:
        holds = bool(found)
    told = told or ", ".join(found) or "nothing is there"
    return EffectSeen(
        check=check, holds=holds is not check.absent, told=told[:MAX_TOLD]
    )


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)
