"""A module holds one thing: it is short, and few stand in one room."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = (ROOT / "kgmem", ROOT / "benchmarks" / "kgmem_bench")
LINES = 400
MODULES = 15
"""In one folder, beside `__init__.py`."""
MANY = {
    "benchmarks/kgmem_bench/trac": "one site: its tasks, agent, moves and figures",
    "kgmem": "what stands beside the rooms",
    "kgmem/conversation": "one flow in its steps",
    "kgmem/interfaces/commands": "one for each command",
    "kgmem/interfaces/importers": "one for each format",
    "kgmem/language": "one for each thing that languages write",
    "kgmem/model": "the types that cross rooms",
}
"""Folders that hold more, with the reason."""


def modules() -> list[Path]:
    return [path for package in PACKAGES for path in sorted(package.rglob("*.py"))]


def test_no_module_has_more_than_400_lines() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines())
        for path in modules()
    }

    assert lengths
    assert {path for path, n in lengths.items() if n > LINES} == set()


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.name))
def test_a_room_with_many_modules_has_a_reason(package: Path) -> None:
    crowded = {
        folder.relative_to(ROOT).as_posix()
        for folder in (package, *package.rglob("*/"))
        if sum(path.name != "__init__.py" for path in folder.glob("*.py")) > MODULES
    }

    assert crowded == {name for name in MANY if (ROOT / name).is_relative_to(package)}
