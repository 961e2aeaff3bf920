"""What services write into their headers when they want to be left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.backends.services.rate_limit import LONGEST_HOLD, Hold, asked_wait, duration
from tests.unit.backends.service_doubles import Clock

NOW = 1_700_000_000.0
"""2023-11-14 22:13:20 UTC"""


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("6m0s", 360.0),
        ("120ms", 0.12),
        ("1s", 1.0),
        ("59.7s", 59.7),
        ("1h2m3s", 3723.0),
        ("2d", 172_800.0),
        ("250us", 0.00025),
        ("17", 17.0),
        (" 0.5 ", 0.5),
        ("0", 0.0),
        ("", None),
        ("soon", None),
        ("-3", None),
        ("5s later", None),
        ("1e9", None),
        ("s", None),
        ("9" * 400, None),
    ],
)
def test_durations(text: str, seconds: float | None) -> None:
    assert duration(text) == (None if seconds is None else pytest.approx(seconds))


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"retry-after": "Tue, 14 Nov 2023 22:13:50 GMT"}, 30.0),
        ({"retry-after": "Tue, 14 Nov 2023 22:13:50"}, 30.0),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({"retry-after": "later"}, None),
        ({"retry-after": "2", "retry-after-ms": "2500"}, 2.5),
        (
            {
                "x-ratelimit-remaining-requests": "0",
                "x-ratelimit-reset-requests": "8.64s",
                "x-ratelimit-remaining-tokens": "12000",
                "x-ratelimit-reset-tokens": "6m0s",
            },
            8.64,
        ),
        (
            {
                "x-ratelimit-remaining-tokens": "0",
                "x-ratelimit-reset-tokens": "120ms",
            },
            0.12,
        ),
        ({"x-ratelimit-remaining-requests": "0"}, None),
        ({"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1700000042"}, 42.0),
        ({"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1700000042000"}, 42.0),
        ({"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1600000000"}, 0.0),
        ({"ratelimit-remaining": "0", "ratelimit-reset": "50"}, 50.0),
        ({"ratelimit-remaining": "1", "ratelimit-reset": "50"}, None),
        ({"ratelimit": "limit=100, remaining=0, reset=30"}, 30.0),
        ({"ratelimit": "limit=100, remaining=50, reset=30"}, None),
        ({"ratelimit": '"default";r=0;t=9'}, 9.0),
        ({"ratelimit": '"burst";r=0;t=2, "daily";r=0;t=40'}, 40.0),
        ({"ratelimit": '"burst";r=0;t=2, "daily";r=7;t=40'}, 2.0),
        ({"ratelimit": "nonsense"}, None),
    ],
)
def test_the_wait_that_is_asked_for(
    headers: dict[str, str], seconds: float | None
) -> None:
    expected = None if seconds is None else pytest.approx(seconds)

    assert asked_wait(headers, NOW) == expected


NAMES = ("retry-after", "retry-after-ms", "ratelimit", "x-ratelimit-reset")


@given(st.dictionaries(st.sampled_from(NAMES), st.text()))
def test_no_header_can_break_it(headers: dict[str, str]) -> None:
    headers["x-ratelimit-remaining"] = "0"

    wait = asked_wait(headers, NOW)

    assert wait is None or wait >= 0


def test_a_hold_ends_by_itself_and_is_never_cut_short() -> None:
    clock = Clock()
    hold = Hold(clock)

    before = hold.left
    hold.extend(20)
    hold.extend(5)
    during = hold.left
    clock.now += 20

    assert (before, during, hold.left) == (0.0, 20.0, 0.0)


def test_a_hold_is_bounded() -> None:
    hold = Hold(Clock())

    hold.extend(86_400)

    assert hold.left == LONGEST_HOLD
