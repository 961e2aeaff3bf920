"""Patterns and runs as resources."""

import json
from typing import Any

from kgmem import Memory, NotFound, Pattern

PATTERNS = "kgmem://patterns"
PATTERN = "kgmem://pattern/"
EXPERIENCE = "kgmem://experience/"
MOST_LISTED = 200
"""Patterns that are listed one by one; the list of all is a resource of its own."""


def pattern_summary(pattern: Pattern) -> dict[str, Any]:
    """A pattern in a line."""
    return {
        "pattern_id": pattern.pattern_id,
        "template": pattern.template,
        "app": pattern.app,
        "status": pattern.status,
        "runs": pattern.support,
        "steps": len(pattern.steps),
        "lower_bound": round(pattern.stats.lower_bound, 3),
    }


def offered(memory: Memory) -> list[Pattern]:
    """The patterns that clients are told of: none that is quarantined."""
    return [one for one in memory.patterns() if one.status != "quarantined"]


def read_resource(memory: Memory, uri: str) -> str:
    """The JSON of a resource. Raises NotFound."""
    if uri == PATTERNS:
        found: Any = [pattern_summary(one) for one in offered(memory)]
    elif uri.startswith(PATTERN):
        pattern = memory.pattern(uri.removeprefix(PATTERN))
        found = pattern.model_dump(
            mode="json", exclude_defaults=True, exclude={"memberships", "members"}
        )
    elif uri.startswith(EXPERIENCE):
        found = memory.experience(uri.removeprefix(EXPERIENCE)).compact()
    else:
        raise NotFound(f"{uri}: no such resource; begin with {PATTERNS}")
    return json.dumps(found, ensure_ascii=False, indent=1, default=str)
