"""Delete what one id names, from both stores."""

from collections.abc import Callable, Mapping

from kgmem.errors import InvalidInput
from kgmem.model.values.arguments import key_text

Forget = Callable[[str, str], int]
"""Deletes what an id of a space names; how many runs, patterns, facts or parts of
documents went. Raises NotFound."""


def forget_one(
    ways: Mapping[str, Forget], space: str, given: Mapping[str, object]
) -> int:
    """Delete what the one id that is `given` names, in the way of its name. Raises
    InvalidInput unless it is one."""
    ids = {name: key for name, one in given.items() if (key := key_text(name, one))}
    if len(ids) != 1:
        raise InvalidInput(f"forget: give one of {', '.join(given)}")
    [(name, key)] = ids.items()
    return ways[name](space, key)
