"""The weights and thresholds of tuning.toml, read once, by the module using them."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from kgmem.errors import ConfigurationError

FILE = Path(__file__).with_name("tuning.toml")


@cache
def sections() -> Mapping[str, Mapping[str, float]]:
    """Every section by the name of its module, as "recall.rerank"."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        part: MappingProxyType({key: _number(part, key, it) for key, it in one.items()})
        for part, one in read.items()
    }


def tuned(part: str) -> Mapping[str, float]:
    """The numbers of one module."""
    try:
        return sections()[part]
    except KeyError:
        raise ConfigurationError(
            f"tuning.toml has no section {part!r}; reinstall kgmem"
        ) from None


def _number(part: str, key: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ConfigurationError(
            f"{key!r} of [{part!r}] in tuning.toml is {value!r}; write a number"
        )
    return value
