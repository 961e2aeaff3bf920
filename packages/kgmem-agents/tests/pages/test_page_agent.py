"""The example of a page agent runs in a real browser.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[4] / "docs" / "examples" / "page_agent.py"

pytestmark = [pytest.mark.live, pytest.mark.slow]


@pytest.fixture(scope="module")
def said(browser: None, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines that the example prints."""
    run = subprocess.run(
        [sys.executable, EXAMPLE],
        cwd=tmp_path_factory.mktemp("example"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_the_first_order_is_found_out_by_trying(said: list[str]) -> None:
    assert said[:3] == [
        'Order "lamp" and have it sent to "Oslo"',
        "  I try | lamp | Oslo",
        "  I try | Oslo | lamp",
    ]


def test_another_order_is_done_from_memory_at_once(said: list[str]) -> None:
    assert said[3:8] == [
        'Order "red chair" and have it sent to "Bern"',
        "  I know | type | Deliver to | Bern",
        "  I know | type | Article | red chair",
        "  I know | click | Order | ",
        "  success: checked",
    ]


def test_on_a_changed_page_it_asks_and_clicks_nothing_wrong(said: list[str]) -> None:
    assert said[8:] == [
        'Order "mug" and have it sent to "Lima"',
        "  I know | type | Deliver to | Lima",
        "  stopped: step 2: not surely located: Article",
    ]
