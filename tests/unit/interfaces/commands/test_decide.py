"""`kgmem approve`, `quarantine`, `release`, `history`."""

import json

import pytest

from tests.unit.interfaces.conftest import Kgmem

SAID = ("--by", "ann", "--why", "I watched it")


@pytest.mark.parametrize(
    ("command", "told"),
    [("approve", "approved"), ("quarantine", "quarantined"), ("release", "released")],
)
def test_a_decision_is_made_and_shown(learned: Kgmem, command: str, told: str) -> None:
    made = learned(command, "mouse-1", *SAID)
    history = learned("history", "mouse-1")
    plain = json.loads(learned("history", "mouse-1", "--json").stdout)

    assert (made.exit_code, made.stdout) == (0, f"{told} mouse-1\n")
    assert "ann: I watched it" in history.stdout
    assert [(one["verb"], one["by"]) for one in plain] == [(command, "ann")]


def test_who_and_why_have_to_be_said(learned: Kgmem) -> None:
    assert learned("approve", "mouse-1", "--by", "ann").exit_code == 2
    assert learned("quarantine", "mouse-1", "--why", "wrong").exit_code == 2
    assert learned("approve", "mouse-1", "--by", " ", "--why", "x").exit_code == 1
