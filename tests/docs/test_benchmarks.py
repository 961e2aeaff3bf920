"""The pictures and verdicts of docs/benchmarks.md are those of its tables."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.docs.site import DOCS, module

PLOTS = module("plots")


@pytest.mark.parametrize("path", list(PLOTS.made()), ids=lambda path: path.name)
def test_it_is_in_step_with_the_tables(path: Path) -> None:
    there = path.read_text(encoding="utf-8")

    assert there == PLOTS.made()[path], "run `uv run python docs/plots.py`"


@pytest.mark.parametrize("plot", PLOTS.PLOTS, ids=lambda plot: plot.name)
def test_a_picture_has_a_bar_for_each_row(plot: object) -> None:
    name = plot.name
    text = (DOCS / "benchmarks" / f"{name}.md").read_text(encoding="utf-8")
    svg = ElementTree.fromstring(PLOTS.picture(plot, text))

    boxes = svg.findall("{http://www.w3.org/2000/svg}rect")

    assert len(boxes) - 1 == len(PLOTS.bars(plot, text)) >= 3


@pytest.mark.parametrize("plot", PLOTS.SCATTERS, ids=lambda plot: plot.name)
def test_a_picture_has_a_named_point_for_each_row(plot: object) -> None:
    text = (DOCS / "benchmarks" / f"{plot.name}.md").read_text(encoding="utf-8")
    svg = ElementTree.fromstring(PLOTS.scattered(plot, text))

    names = {one.text for one in svg.findall("{http://www.w3.org/2000/svg}text")}
    circles = svg.findall("{http://www.w3.org/2000/svg}circle")

    assert {name for name, _, _ in PLOTS.points(plot, text)} <= names
    assert len(circles) == len(PLOTS.points(plot, text)) >= 3


def test_every_missed_aim_is_among_the_verdicts() -> None:
    page = (DOCS / "benchmarks.md").read_text(encoding="utf-8")
    missed = [
        line.split("|")[1].strip()
        for path in sorted((DOCS / "benchmarks").glob("*.md"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.rstrip().endswith("| NOT MET |")
    ]

    assert missed
    assert all(what in page for what in missed)


def test_each_row_has_a_paragraph_and_no_more() -> None:
    page = (DOCS / "benchmarks.md").read_text(encoding="utf-8")
    told = re.findall(r"^\*\*\[(.*?)\]\(", page, re.M)

    assert told == sorted(path.stem for path in (DOCS / "benchmarks").glob("*.md"))
