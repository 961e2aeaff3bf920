"""What a gate takes for a loss, and what it reads of scripts."""

from math import nan
from pathlib import Path

import pytest
from kgmem_bench.common.report import as_json
from kgmem_bench.gate.gate import (
    Figure,
    GateResult,
    lost,
    read,
    to_markdown,
)


@pytest.mark.parametrize(
    ("before", "after", "is_lost"),
    [
        (Figure(0.80, "high"), 0.79, False),
        (Figure(0.80, "high"), 0.78, True),
        (Figure(0.80, "high"), 0.90, False),
        (Figure(0.00, "low"), 0.002, True),
        (Figure(0.30, "low", limit=0.2), 0.31, False),
        (Figure(10.0, "low", "ms"), 11.4, False),
        (Figure(10.0, "low", "ms"), 11.6, True),
        (Figure(0.80, "high"), nan, True),
        (Figure(nan, "high"), nan, False),
    ],
)
def test_a_share_may_lose_a_hundredth_and_a_wrong_act_is_always_a_loss(
    before: Figure, after: float, is_lost: bool
) -> None:
    now = Figure(after, before.better, before.unit, before.limit)

    assert lost({"it": before}, {"it": now}) == ["it"] * is_lost


def test_what_is_not_measured_any_more_is_a_loss() -> None:
    assert lost({"it": Figure(1.0, "high")}, {}) == ["it"]


def test_what_a_run_wrote_is_read_again_and_shown_beside(tmp_path: Path) -> None:
    figures = {"mail: right": Figure(0.8, "high", "", 0.7), "x": Figure(nan, "low")}
    file = tmp_path / "before.json"
    file.write_text(as_json(GateResult("abc", figures, 1.0)), encoding="utf-8")

    before = read(file)
    page = to_markdown(
        GateResult("def", {"mail: right": Figure(0.7, "high")}, 2), before
    )

    assert before["mail: right"] == figures["mail: right"]
    assert "| mail: right | 0.80 | 0.70 |" in page
    assert page.endswith("Lost:\n- mail: right")
