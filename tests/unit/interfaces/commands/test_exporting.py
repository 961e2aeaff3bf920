"""`kgmem export-pattern`: a file is written once."""

import json
from pathlib import Path

import pytest

from tests.contracts.memory_patterns import ITEMS, search
from tests.unit.interfaces.conftest import Kgmem


@pytest.fixture
def searching(kgmem: Kgmem, tmp_path: Path) -> Kgmem:
    runs = [search(item, f"r{n}") for n, item in enumerate(ITEMS)]
    lines = tmp_path / "runs.jsonl"
    lines.write_text("\n".join(map(json.dumps, runs)), encoding="utf-8")
    assert kgmem("learn", str(lines)).exit_code == 0
    assert kgmem("generalize").exit_code == 0
    return kgmem


def prefix(kgmem: Kgmem) -> str:
    return str(json.loads(kgmem("patterns", "--json").stdout)[0]["pattern_id"])[:8]


def test_it_writes_a_file_once(searching: Kgmem, tmp_path: Path) -> None:
    order = "export-pattern", prefix(searching), "--as", "skill", "--to", str(tmp_path)

    first, second = searching(*order), searching(*order)
    forced = searching(*order, "--force")

    assert (first.exit_code, second.exit_code, forced.exit_code) == (0, 1, 0)
    assert (tmp_path / "SKILL.md").read_text(encoding="utf-8").startswith("---\n")
    assert "is there already" in second.stderr
