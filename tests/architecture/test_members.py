"""Packages beside the core use what it publishes for them, and nothing private."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping

import pytest

from tests.architecture.sources import ROOT, modules, nodes

PUBLIC = ("kgmem", "kgmem.ports")
TRADES: Mapping[str, str] = {
    "kgmem-agents": "kgmem.agents",
    "kgmem-formats": "kgmem.formats",
    "kgmem-people": "kgmem.people",
    "kgmem-serve": "kgmem.serving",
    "kgmem-servers": "kgmem.servers",
}
"""What is published for each, beside the public names."""
MOST = {
    "kgmem-agents": 56,
    "kgmem-formats": 66,
    "kgmem-people": 88,
    "kgmem-serve": 60,
    "kgmem-servers": 29,
}
"""How many names of its trade a package may use; it only falls."""


def imported(package: str) -> Iterator[tuple[str, str]]:
    """Module and name of each import from kgmem in a package, tests left out."""
    source = package.replace("-", "_")
    for path in modules(ROOT / "packages" / package / source):
        for node in nodes(path, ast.ImportFrom):
            home = node.module or ""
            if not node.level and home.split(".")[0] == "kgmem":
                yield from ((home, alias.name) for alias in node.names)
        for node in nodes(path, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "kgmem":
                    yield alias.name, ""


@pytest.mark.parametrize("package", TRADES)
def test_a_package_uses_what_is_published(package: str) -> None:
    private = defaultdict(set)

    for home, name in imported(package):
        if home not in (*PUBLIC, TRADES[package]):
            private[home].add(name)

    assert dict(private) == {}


@pytest.mark.parametrize("package", TRADES)
def test_a_package_uses_few_names_of_its_trade(package: str) -> None:
    names = {name for home, name in imported(package) if home == TRADES[package]}

    assert len(names) <= MOST[package]


def test_each_package_has_the_version_of_the_core() -> None:
    folders = (ROOT, *(ROOT / "packages" / package for package in TRADES))

    versions = {
        line
        for folder in folders
        for line in (folder / "pyproject.toml").read_text("utf-8").splitlines()
        if line.startswith("version = ")
    }

    assert len(versions) == 1
