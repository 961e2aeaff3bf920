"""`docs/servers.md` tells every setting with its default."""

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic_core import PydanticUndefined

from kgmem.config import PREFIX, Settings

TEXT = (Path(__file__).parents[2] / "docs" / "servers.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(KGMEM_\w+)` \| ([^|]+) \|", TEXT, re.MULTILINE)
STATED = dict(ROWS)

IN_WORDS = {
    "KGMEM_HOME": "`~/.kgmem`",
    "KGMEM_LOG_DIR": "`logs` below `KGMEM_HOME`",
    "KGMEM_EMBEDDING_DIMENSIONS": "the model's own",
}
"""Defaults that are no plain values."""


def stated_default(default: Any) -> str:
    if default in (None, "") or default is PydanticUndefined:
        return "–"
    if isinstance(default, float):
        return f"{default:g}"
    return f"`{str(default).lower()}`"


def test_every_setting_is_told_once_and_no_other() -> None:
    known = sorted(f"{PREFIX}{name.upper()}" for name in Settings.model_fields)

    assert sorted(name for name, _ in ROWS) == known


@pytest.mark.parametrize("name", Settings.model_fields)
def test_its_default_is_told(name: str) -> None:
    variable = f"{PREFIX}{name.upper()}"
    expected = IN_WORDS.get(
        variable, stated_default(Settings.model_fields[name].default)
    )

    assert STATED[variable] == expected
