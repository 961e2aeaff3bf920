"""What the site has beside the documents' own text. It is built, strictly, by
`.ci/run docs`."""

import re
from collections import Counter
from pathlib import Path

import pytest

import kgmem
from tests.docs.site import module

ROOT = Path(__file__).parents[2]
CLI = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
SITE = module("hooks")


def test_every_command_has_its_help_on_the_page_once() -> None:
    places = Counter(SITE.covered(CLI))

    assert places == Counter(SITE.commands().keys())


@pytest.mark.parametrize("command", ["kgmem demo", "kgmem schema apply"])
def test_help_is_what_the_command_prints(command: str) -> None:
    page = SITE.with_help(f"<!-- help: {command} -->")

    assert page.startswith(f"```text\nUsage: {command} [OPTIONS]")
    assert "-h, --help" in page


def test_a_group_brings_the_help_of_what_has_no_place_of_its_own() -> None:
    page = SITE.with_help("<!-- help: kgmem fact -->\n<!-- help: kgmem fact add -->")

    assert "### kgmem fact retract" in page
    assert page.count("Usage: kgmem fact add ") == 1


def test_every_public_name_is_in_the_reference() -> None:
    listed = {
        line.rsplit(".", 1)[1]
        for line in SITE.api_page().splitlines()
        if line.startswith("::: ")
    }

    assert listed == set(kgmem.__all__) - {"__version__"}


@pytest.mark.parametrize(
    ("link", "source", "page", "expected"),
    [
        ("[g](docs/cli.md#kgmem)", "README.md", "index.md", "[g](cli.md#kgmem)"),
        ("[x](../README.md#tests)", "docs/cli.md", "cli.md", "[x](index.md#tests)"),
        ("[s](../../graph_schema/README.md)", "docs/howto/share.md", "howto/share.md",
         "[s](../graph.md)"),
        ("[n](../notebooks)", "docs/README.md", "index.md", "n"),
        ("[w](https://w.example)", "README.md", "index.md", "[w](https://w.example)"),
        ("![p](docs/benchmarks/recall.svg)", "README.md", "index.md",
         "![p](benchmarks/recall.svg)"),
        ("[here](#a)", "docs/cli.md", "cli.md", "[here](#a)"),
    ],
)  # fmt: skip
def test_links_lead_to_pages_of_the_site(
    link: str, source: str, page: str, expected: str
) -> None:
    assert SITE.turned(link, source, page) == expected


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = re.findall(r"\]\((0\S+\.md)\)", (folder / "README.md").read_text("utf-8"))

    assert sorted(listed) == sorted(path.name for path in folder.glob("0*.md"))
