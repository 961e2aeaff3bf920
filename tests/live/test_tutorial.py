"""The tutorial runs in a real browser.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

import pytest

from tests.docs.test_docs import IN_BROWSER, ROOT, run_blocks

pytestmark = [pytest.mark.live, pytest.mark.slow]


def test_the_tutorial_runs(browser: None) -> None:
    tutorial = ROOT / "docs" / "tutorial.md"

    run_blocks(tutorial)  # its own assertions speak

    assert {tutorial} == IN_BROWSER
