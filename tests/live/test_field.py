"""A part of `kgmem bench field` in a real browser, end to end.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

from pathlib import Path

import pytest
from kgmem_bench.field.recorded import Bench, recording
from kgmem_bench.field.report import checks, to_markdown
from kgmem_bench.field.run import FieldResult, Order, bench_field, opened
from kgmem_bench.field.scenario import RECORDERS, Recorder
from kgmem_bench.field.tasks import SCENARIOS

pytestmark = [pytest.mark.live, pytest.mark.slow, pytest.mark.timeout(900)]
FORM, FRAMES, ROWS = "order form", "frames in frames, other origin", "table rows"


def ran(folder: Path, *kinds: str, recorders: tuple[Recorder, ...]) -> FieldResult:
    """A part of the bench, each kind asked for once."""
    order = Order(kinds, recorders, changes=False, times=1, folder=folder)
    return bench_field(order, tell=lambda line: None)


def test_an_order_that_any_recorder_saw_is_placed_with_other_values(
    browser: None, tmp_path: Path
) -> None:
    result = ran(tmp_path, FORM, recorders=RECORDERS)

    page = to_markdown(result)
    assert {one.recorder: one.verdict for one in result.plays} == dict.fromkeys(
        RECORDERS, "done"
    )
    assert f"| {FORM} | 1 done |" in page
    assert all(check.what in page for check in checks(result))


def test_nothing_is_done_that_was_not_asked_for(browser: None, tmp_path: Path) -> None:
    result = ran(tmp_path, FRAMES, ROWS, recorders=("record_page", "codegen-python"))

    assert [one for one in result.plays if one.verdict == "wrong"] == []


def test_codegen_writes_what_was_done(browser: None, tmp_path: Path) -> None:
    with opened(tmp_path, [SCENARIOS[FORM]]) as bench:
        text = script(bench)

    assert 'page.get_by_role("textbox", name="Item").fill("desk lamps")' in text
    assert 'page.get_by_role("button", name="Place order").click()' in text


def script(bench: Bench) -> str:
    return recording(bench, SCENARIOS[FORM], "codegen-python").read_text("utf-8")
