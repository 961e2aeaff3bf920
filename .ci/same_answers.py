#!/usr/bin/env python3
"""Do two JSON files tell the same? Numbers may differ by a rounding: age counts in
scores.

    python .ci/same_answers.py ONE OTHER
"""

import json
import math
import sys
from pathlib import Path

ROUNDING = 0.002


def differences(one: object, other: object, place: str = "$") -> list[str]:
    """Where they differ, as paths."""
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            return [f"{place}: {sorted(one.keys() ^ other.keys())}"]
        return [d for k in one for d in differences(one[k], other[k], f"{place}.{k}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [d for n, two in pairs for d in differences(*two, f"{place}[{n}]")]
    if isinstance(one, float) and isinstance(other, float):
        if math.isclose(one, other, abs_tol=ROUNDING):
            return []
    elif one == other:
        return []
    return [f"{place}: {one!r} and {other!r}"]


if __name__ == "__main__":
    found = differences(*(json.loads(Path(name).read_text()) for name in sys.argv[1:]))
    sys.exit("\n".join(found) or None)
