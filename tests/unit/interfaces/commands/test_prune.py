"""`kgmem prune`."""

import json
from pathlib import Path

import pytest

from kgmem import Memory
from tests.contracts.pruning import days_ago, runs_left, set_node
from tests.unit.interfaces.conftest import Kgmem


@pytest.fixture
def aged(learned: Kgmem, tmp_path: Path) -> Kgmem:
    """The memory of two runs, both learned 100 days ago; one of them failed."""
    with Memory.open(tmp_path / "kgmem", settings={"embedding": "ngram"}) as memory:
        for key in runs_left(memory):
            set_node(memory, "Experience", key, recorded_at=days_ago(100))
    return learned


def test_a_dry_run_shows_what_would_go_and_why(aged: Kgmem) -> None:
    result = aged("prune", "--dry-run")

    assert result.exit_code == 0
    assert "退掉最近的订单" in result.stdout
    assert "0 of 1 succeeded" in result.stdout
    assert result.stdout.endswith("would forget 1 run and 0 patterns, kept 0\n")
    assert json.loads(aged("stats", "--json").stdout)["experiences"] == 2


def test_what_is_due_goes(aged: Kgmem) -> None:
    report = json.loads(aged("prune", "--json").stdout)

    assert (report["dry_run"], report["experiences"]) == (False, 1)
    assert report["gone"][0]["text"] == "退掉最近的订单"
    assert json.loads(aged("stats", "--json").stdout)["experiences"] == 1
