"""All parameters of a query in one map.

The server keeps a plan for each combination of the sizes of a query's lists and texts,
in classes of 1, 10, 100, …: one with four lists is planned a dozen times, for a second
each. The size of what is in a map is no part of that.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from kgmem import InvalidInput
from kgmem.ports import Params

MAP = "p"
"""The name of the one parameter."""
TEXTS = 1_024
"""Queries whose text is remembered as it is sent."""

_PARAMETER = re.compile(
    r"""'(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" | `(?:[^`]|``)*`
      | //[^\r\n]* | /\*.*?\*/
      | \$(?P<name> \w+ | `(?:[^`]|``)*` )""",
    re.VERBOSE | re.DOTALL,
)
"""A parameter, or what may hold a dollar sign that is none."""


def in_one_map(query: str, params: Params | None) -> tuple[str, dict[str, Any]]:
    """The query with `$name` as `$p.name`, and its parameters to go with that.

    Raises InvalidInput for a parameter that is not given: of a map it would be null.
    """
    text, names = _sent(query)
    given: Mapping[str, Any] = params or {}
    if lacking := names - given.keys():
        raise InvalidInput(
            f"a query's parameter is missing: {', '.join(sorted(lacking))}"
        )
    return text, {MAP: {name: given[name] for name in names}} if names else {}


@lru_cache(TEXTS)
def _sent(query: str) -> tuple[str, frozenset[str]]:
    names = set()

    def into_map(found: re.Match[str]) -> str:
        name = found["name"]
        if name is None:
            return found[0]
        names.add(name[1:-1].replace("``", "`") if name[0] == "`" else name)
        return f"${MAP}.{name}"

    return _PARAMETER.sub(into_map, query), frozenset(names)
