"""`kgmem generalize`, `patterns`, `match` and `show PATTERN`."""

import json
from pathlib import Path

import pytest

from tests.contracts.memory_patterns import ITEMS, TICKED, search, tick
from tests.unit.interfaces.conftest import Kgmem


@pytest.fixture
def shopping(kgmem: Kgmem, tmp_path: Path) -> Kgmem:
    """A memory with runs of two kinds, generalized."""
    runs = [search(item, f"r{n}") for n, item in enumerate(ITEMS)]
    runs += [tick(items, f"t{n}") for n, items in enumerate(TICKED)]
    lines = tmp_path / "runs.jsonl"
    lines.write_text("\n".join(map(json.dumps, runs)), encoding="utf-8")
    assert kgmem("learn", str(lines)).exit_code == 0
    assert kgmem("generalize").exit_code == 0
    return kgmem


def pattern_id(kgmem: Kgmem, words: str) -> str:
    found = json.loads(kgmem("patterns", "--json").stdout)
    return next(
        str(one["pattern_id"]) for one in found if words in str(one["template"])
    )


def test_match_shows_the_values(shopping: Kgmem) -> None:
    result = shopping("match", "Search for yellow socks", "--app", "shop")
    found = json.loads(
        shopping("match", "-", "--json", input="Search for yellow socks\n").stdout
    )

    assert result.exit_code == 0
    assert "Search for {query}" in result.stdout
    assert "yellow socks" in result.stdout
    assert found["bindings"] == {"query": "yellow socks"}
    assert found["pattern"]["support"] == len(ITEMS)
