"""Reading files of runs: every shape, and every way to be broken."""

from pathlib import Path

import pytest

from kgmem.interfaces.trajectory_files import TrajectoryFiles


def read(path: Path, text: str | bytes) -> tuple[list[object], list[str], list[str]]:
    """(values, their places, what is bad), places without the folder."""
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    files = TrajectoryFiles((str(path),))
    values = list(files)
    places = [str(place).removeprefix(f"{path.parent}/") for place in files.places]
    bad = [f"{one.place.line}: {one.error}" for one in files.bad]
    return values, places, bad


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs"


@pytest.mark.parametrize(
    ("text", "values", "places", "bad"),
    [
        ('\n{"a": 1}\n\n{"a": 2}', [1, 2], [2, 4], []),
        ('{"a": "x\u2028y"}\n{"a": "x\x85y"}\n', ["x\u2028y", "x\x85y"], [1, 2], []),
        ('{"a": \n{"a": 2}\n', [2], [2], ["1: not JSON: expecting value (column 6)"]),
        (b'{"a": 1}\n{"a": "\xff"}\n{"a": 3}\n', [1, 3], [1, 3], ["2: not UTF-8"]),
        ('{"a": 1}\n' + "[" * 200_000 + '\n{"a": 3}\n', [1, 3], [1, 3],
         ["2: nested too deeply"]),
        ('\ufeff{\n  "a": 1\n}\n', [1], [1], []),
        ('{\n  "a": 1,\n  "b": oops\n}\n', [], [],
         ["3: not JSON: expecting value (column 8)"]),
        ('[\n  {"a": 1},\n  {\n "a": 2},\n {"a": 3}\n]\n', [1, 2, 3], [2, 3, 5], []),
        *((text, [], [], []) for text in ("", " \n", "[]", "[ \n ]\n")),
    ],
    ids=range(12),
)  # fmt: skip
def test_what_a_file_holds(
    path: Path,
    text: str | bytes,
    values: list[object],
    places: list[int],
    bad: list[str],
) -> None:
    found = read(path, text)

    assert found[0] == [{"a": value} for value in values]
    assert found[1] == [f"runs:{line}" for line in places]
    assert found[2] == bad


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[{"a": 1},\n oops]', 2),
        ('[{"a": 1}\n {"a": 2}]', 2),
        ('[{"a": 1}', 1),
        ('[{"a": 1}]\n{"a": 2}', 2),
        ('[{"a": 1},\n]', 2),
    ],
)
def test_a_broken_array_keeps_what_came_before(
    path: Path, text: str, line: int
) -> None:
    values, _, bad = read(path, text)

    assert values == [{"a": 1}]
    assert len(bad) == 1
    assert bad[0].startswith(f"{line}: not JSON: ")
    assert bad[0].endswith("the rest is not read")


def test_a_file_that_can_not_be_read_does_not_stop_the_others(path: Path) -> None:
    path.write_text('{"a": 1}')
    files = TrajectoryFiles((str(path.with_name("gone")), str(path)))

    values = list(files)

    assert values == [{"a": 1}]
    assert files.bad[0].error.startswith("can't be read: ")
    assert files.bad[0].place < files.places[0]
