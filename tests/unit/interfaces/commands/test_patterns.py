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


def test_patterns_are_listed_best_supported_first(shopping: Kgmem) -> None:
    listed = shopping("patterns").stdout
    of_forms = shopping("patterns", "--app", "forms").stdout

    assert listed.index("Search for {query}") < listed.index("Tick {")
    assert "Search" not in of_forms


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


def test_show_draws_the_path_with_its_loop(shopping: Kgmem) -> None:
    result = shopping("show", pattern_id(shopping, "Tick")[:8])

    assert result.exit_code == 0
    assert "Tick {" in result.stdout
    assert "for each" in result.stdout
    assert "list of text" in result.stdout
    assert "3 successful runs of 3 tasks" in result.stdout
    assert "version 1" in result.stdout
