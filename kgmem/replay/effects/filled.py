"""A check with the values of a task in it."""

import re
from collections.abc import Mapping
from urllib.parse import quote

from kgmem.model.effect import EffectCheck, ReadyCheck
from kgmem.model.texts import template as templates
from kgmem.model.texts.template import Hole
from kgmem.ports import Unseen

_PATHS = re.compile(r"[/\\\x00]|^\.\.?$")
_QUOTED = re.compile(r"'[^']*\{[^']*'|\"[^\"]*\{[^\"]*\"")


def is_quoted(query: str) -> bool:
    """Does a slot stand between quotation marks? It is a parameter, which needs
    none."""
    return _QUOTED.search(query) is not None


def ready(check: EffectCheck, values: Mapping[str, str]) -> ReadyCheck:
    """The check with these values; with its fault where it needs another one, or a
    value that can't stand there."""
    given: dict[str, str] = {}

    def plain(hole: Hole) -> str:
        if hole.slot not in values:
            raise Unseen(f"no value for {hole.slot}")
        return values[hole.slot]

    def encoded(hole: Hole) -> str:
        if (told := plain(hole)) in (".", ".."):
            raise Unseen(f"{told!r} can't stand in an address")
        return quote(told, safe="")

    def name_of_file(hole: Hole) -> str:
        if _PATHS.search(told := plain(hole)):
            raise Unseen(f"{told!r} is no name of a file")
        return told

    def parameter(hole: Hole) -> str:
        key = f"p{len(given)}"
        given[key] = plain(hole)
        return f":{key}"

    at = {"file": name_of_file, "sql": name_of_file}.get(check.kind, encoded)
    ways = {"at": at, "query": parameter}
    try:
        told = {
            name: text and templates.fill(text, ways.get(name, plain))
            for name in ("at", "query", "field", "equals", "contains")
            for text in [getattr(check, name)]
        }
    except Unseen as why:
        return ReadyCheck(check=check, fault=str(why))
    return ReadyCheck(check=check.model_copy(update=told), values=given)
