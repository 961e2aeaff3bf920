"""The tutorial, and what pages say of browsers, runs in a real one.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

from pathlib import Path

import pytest

from tests.docs.test_docs import IN_BROWSER, run_blocks

pytestmark = [pytest.mark.live, pytest.mark.slow]


@pytest.mark.parametrize("page", sorted(IN_BROWSER), ids=lambda page: page.stem)
def test_the_page_runs(
    browser: None, page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    run_blocks(page)  # its own assertions speak
