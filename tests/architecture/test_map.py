"""README's map of rooms is the listing, and what the guides name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "kgmem"
NAMED = re.compile(
    r"\b(?:kgmem|tests|docs|graph_schema|notebooks)/[\w./-]+\.(?:py|toml|cypher)\b"
)


def rooms_on_the_map() -> set[str]:
    """Folders and files that the map's block names."""
    text = (ROOT / "README.md").read_text("utf-8")
    block = text.partition("```\nkgmem/\n")[2].partition("\nbenchmarks/")[0]
    folders = re.findall(r"^  ([a-z]+)/", block, re.M)
    return {*folders, *re.findall(r"\b[a-z]+\.(?:py|toml)\b", block)}


def test_the_map_names_each_room_and_nothing_else() -> None:
    listing = {
        path.name
        for path in PACKAGE.iterdir()
        if (path.is_dir() and any(path.glob("*.py"))) or path.suffix in (".py", ".toml")
    }

    assert rooms_on_the_map() == listing - {"__init__.py"}


@pytest.mark.parametrize("guide", ["CONTRIBUTING.md", "README.md"])
def test_files_that_a_guide_names_are_there(guide: str) -> None:
    named = set(NAMED.findall((ROOT / guide).read_text("utf-8")))

    assert named
    assert {name for name in named if not (ROOT / name).exists()} == set()
