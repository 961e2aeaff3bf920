"""The demo on a fresh machine, and again: the same answers."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kgmem.interfaces.cli import cli
from kgmem.samples import DEMO_QUERIES


@pytest.mark.slow
def test_the_same_answers_twice(tmp_path: Path) -> None:
    command = ["demo", "--json", "--home", str(tmp_path / "demo")]

    first = CliRunner().invoke(cli, command)
    second = CliRunner().invoke(cli, command)

    *answers, before, after = json.loads(first.stdout)
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert second.stdout == first.stdout
    assert len(answers) == len(DEMO_QUERIES)
    for query, answer in zip(DEMO_QUERIES, answers, strict=True):
        assert answer["task"] == query.task
        if query.exact:
            assert answer["route"] == "direct_replay"
        elif answer["route"] == "direct_replay":
            values = answer["patterns"][0]["values"]  # by a pattern, with its values
            assert values
            assert all(value in query.task for value in values.values())
    assert (before["route"], after["route"]) == ("adaptive_replay", "direct_replay")
    by_pattern = [a for a, q in zip(answers, DEMO_QUERIES, strict=True) if not q.exact]
    assert any(answer["route"] == "direct_replay" for answer in by_pattern)
    assert any(answer["route"] == "reflexion_explore" for answer in by_pattern)
