"""The words of the tasks in the house, and what they are about."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from kgmem_bench.agents.values import Language, Pool

_FILE = files("kgmem_bench.agents.house") / "files" / "texts.toml"
_TOLD: Mapping[str, Any] = tomllib.loads(_FILE.read_text(encoding="utf-8"))

WORDINGS: Mapping[str, Mapping[Language, Sequence[str]]] = {
    kind: told["wordings"] for kind, told in _TOLD.items()
}
"""The first of each is learned from."""
FREE: Mapping[str, Mapping[Language, Mapping[str, Pool]]] = {
    kind: told["free"] for kind, told in _TOLD.items()
}
"""Values that a task enters or names freely."""
FIXED: Mapping[str, Mapping[str, Pool]] = {
    kind: told.get("fixed", {}) for kind, told in _TOLD.items()
}
"""Values that a page offers."""
