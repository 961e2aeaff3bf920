"""Values that fields write in their own way, and values that are others."""

import pytest

from kgmem.replay.follow.same_value import is_same_value


@pytest.mark.parametrize(
    ("entered", "held"),
    [
        ("2026-03-04", "04/03/2026"),
        ("2026-03-04", "03/04/2026"),
        ("2026-03-04", "Mar 4, 2026"),
        ("4 March 2026", "2026-03-04"),
        ("14:30", "2:30 PM"),
        ("1,680.00", "1680"),
        ("1680", "$1,680.00"),
        ("1680", "1.680,00 €"),
        ("1.5", "1,5"),
        ("+1 (555) 010-2030", "555 010 2030"),
        ("5550102030", "(555) 010-2030"),
        ("ann  LEE", "Ann Lee"),
        ("Osl", "Oslo, Norway"),
        ("SW1A 1AA", "SW1A1AA"),
        ("milk\n", ""),
    ],
)
def test_it_is_the_same_in_another_form(entered: str, held: str) -> None:
    assert is_same_value(entered, held)


@pytest.mark.parametrize(
    ("entered", "held"),
    [
        ("2026-03-04", "2026-03-05"),
        ("2026-03-04", "Apr 3, 2026"),
        ("14:30", "2:30 AM"),
        ("1680", "16800"),
        ("1.5", "15"),
        ("5", "-5"),
        ("5", "15"),
        ("555 010 2030", "555 010 2031"),
        ("Oslo", "Bergen"),
        ("Oslo", ""),
    ],
)
def test_another_value_is_another_one(entered: str, held: str) -> None:
    assert not is_same_value(entered, held)
