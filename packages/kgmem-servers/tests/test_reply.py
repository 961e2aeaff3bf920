"""What is told from an answer's status, headers and words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem_servers.services.reply import LONGEST_HOLD, Reply


def asked(told: str) -> float | None:
    return Reply(429, {"retry-after": told}, b"").asked


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ("7", 7.0),
        ("0.5", 0.5),
        ("3600", LONGEST_HOLD),
        ("9" * 400, LONGEST_HOLD),
        ("Fri, 31 Dec 2999 23:59:59 GMT", LONGEST_HOLD),
        ("Fri, 31 Dec 2999 23:59:59", LONGEST_HOLD),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
        ("later", None),
        ("-3", None),
        (".", None),
        ("", None),
    ],
)
def test_the_wait_that_is_asked_for(told: str, seconds: float | None) -> None:
    assert asked(told) == seconds


@given(st.text())
def test_no_header_can_break_it(told: str) -> None:
    wait = asked(told)

    assert wait is None or 0 <= wait <= LONGEST_HOLD


@pytest.mark.parametrize(
    ("status", "content", "is_busy"),
    [
        (429, b"", True),
        (429, b'{"error": {"code": "insufficient_quota"}}', False),
        (408, b"", True),
        (503, b"", True),
        (400, b"", False),
        (302, b"", False),
    ],
)
def test_what_may_succeed_later(status: int, content: bytes, is_busy: bool) -> None:
    assert Reply(status, {}, content).is_busy == is_busy
