"""Which of several statements holds: the surer, the more exact, the newer."""

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from kgmem_people.conflicts import Claim, is_more_exact, lost_of

AT = datetime(2025, 3, 1, tzinfo=UTC)


def claim(value: str, day: int, confidence: float = 0.9) -> Claim:
    at = AT + timedelta(days=day)
    return Claim(value, f"It is {value}.", at, confidence, f"{value} {day}")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("12 May 1990", "May 1990"),
        ("1990-05-12", "1990"),
        ("1990年5月12日", "1990年5月"),
        ("Ann Lee", "Ann"),
        ("Berlin Mitte", "Berlin"),
        ("software engineer", "engineer"),
        ("成都武侯区", "成都"),
        ("欧阳明月", "欧阳"),
    ],
)
def test_one_tells_what_the_other_tells_and_more(one: str, other: str) -> None:
    assert is_more_exact(one, other)
    assert not is_more_exact(other, one)


@pytest.mark.parametrize(
    ("claims", "lost"),
    [
        ([claim("Berlin", 0), claim("Rome", 1)], {}),
        ([claim("Berlin", 0), claim("Rome", 1, 0.5)], {"Rome": "surer"}),
        ([claim("Berlin", 0, 0.5), claim("Rome", 1)], {}),
        ([claim("Ann Lee", 0), claim("Ann", 1)], {"Ann": "more exact"}),
        ([claim("Ann", 0), claim("Ann Lee", 1)], {}),
        ([claim("Ann Lee", 0, 0.5), claim("Ann", 1)], {}),
        ([claim("北京", 0), claim("上海", 1, 0.5), claim("成都", 2)],
         {"上海": "surer"}),
        ([claim("5月12日", 0), claim("5月", 1), claim("6月1日", 2)],
         {"5月": "more exact"}),
        ([claim("Berlin", 0), claim("Berlin", 1, 0.5)], {}),
    ],
)  # fmt: skip
def test_later_claim_loses_to_a_surer_or_more_exact_one(
    claims: list[Claim], lost: dict[str, str]
) -> None:
    for ordered in permutations(claims):
        found = lost_of(ordered)

        assert {one.claim.value: one.because for one in found} == lost
