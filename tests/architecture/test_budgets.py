"""What is there may only fall: lines by room and distribution, and a few counts."""

import pytest

from tests.architecture.budgets import (
    FILE,
    ROOT,
    as_toml,
    counted,
    faults,
    lowered,
    written,
)

LINES = 600
"""Of a module: the budgets of rooms bound what splitting it would hide."""
NOW = {"rooms": {"kgmem/paths": 500}, "totals": {}, "counts": {}}


def of(rooms: dict[str, int]) -> dict[str, dict[str, int]]:
    return {"rooms": rooms, "totals": {}, "counts": {}}


def test_nothing_has_grown_and_what_has_shrunk_is_written_down() -> None:
    """`uv run python tests/architecture/budgets.py` writes the smaller numbers."""
    assert list(faults(written(), counted())) == []


def test_the_file_is_as_the_command_writes_it() -> None:
    assert as_toml(written()) == FILE.read_text("utf-8")


@pytest.mark.parametrize(
    ("rooms", "fault"),
    [
        ({"kgmem/paths": 500}, []),
        ({"kgmem/paths": 700}, []),
        ({"kgmem/paths": 499}, ["kgmem/paths: 500 exceed the 499 that are written"]),
        ({"kgmem/paths": 701}, ["kgmem/paths: 701 are written, 500 are there"]),
        ({}, ["kgmem/paths has no number"]),
        (
            {"kgmem/gone": 9, "kgmem/paths": 500},
            ["kgmem/gone: 9 are written, 0 are there"],
        ),
    ],
)
def test_a_number_that_is_not_kept_is_told(
    rooms: dict[str, int], fault: list[str]
) -> None:
    assert list(faults(of(rooms), NOW)) == fault


@pytest.mark.parametrize(
    ("before", "after"), [({"kgmem/paths": 600}, 500), ({"kgmem/paths": 400}, 400)]
)
def test_the_command_writes_only_smaller_numbers(
    before: dict[str, int], after: int
) -> None:
    assert lowered(of(before), NOW)["rooms"] == {"kgmem/paths": after}


def test_no_module_is_longer_than_600_lines() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines())
        for folder in ("kgmem", "benchmarks", "packages")
        for path in (ROOT / folder).rglob("*.py")
        if "tests" not in path.relative_to(ROOT).parts
    }

    assert lengths
    assert {path for path, n in lengths.items() if n > LINES} == set()
