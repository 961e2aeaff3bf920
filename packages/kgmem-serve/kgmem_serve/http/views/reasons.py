"""Reasons with what they are computed on: the SDK's JSON has their words alone."""

from collections.abc import Iterable
from typing import Any

from kgmem import Why


def reasons(given: Iterable[Why]) -> list[dict[str, Any]]:
    """These reasons with their data: `source` is the node that each leads from."""
    return [
        {"words": str(w), "kind": w.kind, "source": w.source, "weight": w.weight}
        for w in given
    ]
