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


def test_one_object_per_line(path: Path) -> None:
    values, places, bad = read(path, '\n{"a": 1}\n\n{"a": 2}')

    assert values == [{"a": 1}, {"a": 2}]
    assert places == ["runs:2", "runs:4"]
    assert not bad


def test_a_line_separator_inside_a_string_is_no_line_end(path: Path) -> None:
    values, _, bad = read(path, '{"a": "x\u2028y"}\n{"a": "x\x85y"}\n')

    assert values == [{"a": "x\u2028y"}, {"a": "x\x85y"}]
    assert not bad


def test_a_broken_line_does_not_stop_the_rest(path: Path) -> None:
    values, places, bad = read(path, '{"a": 1}\n{"a": \n{"a": 3}\n')

    assert values == [{"a": 1}, {"a": 3}]
    assert places == ["runs:1", "runs:3"]
    assert bad == ["2: not JSON: expecting value (column 6)"]


def test_a_broken_first_line_does_not_stop_the_rest(path: Path) -> None:
    values, places, bad = read(path, '{"a": \n{"a": 2}\n')

    assert values == [{"a": 2}]
    assert places == ["runs:2"]
    assert len(bad) == 1


def test_a_line_that_is_not_utf_8(path: Path) -> None:
    values, _, bad = read(path, b'{"a": 1}\n{"a": "\xff"}\n{"a": 3}\n')

    assert values == [{"a": 1}, {"a": 3}]
    assert bad == ["2: not UTF-8"]


def test_a_line_nested_too_deeply(path: Path) -> None:
    values, _, bad = read(path, '{"a": 1}\n' + "[" * 200_000 + '\n{"a": 3}\n')

    assert values == [{"a": 1}, {"a": 3}]
    assert bad == ["2: nested too deeply"]


def test_one_object_over_many_lines(path: Path) -> None:
    values, places, bad = read(path, '\ufeff{\n  "a": 1\n}\n')

    assert values == [{"a": 1}]
    assert places == ["runs:1"]
    assert not bad


def test_a_broken_object_over_many_lines_is_one_bad_place(path: Path) -> None:
    values, _, bad = read(path, '{\n  "a": 1,\n  "b": oops\n}\n')

    assert not values
    assert bad == ["3: not JSON: expecting value (column 8)"]


def test_an_array_tells_the_line_of_each_item(path: Path) -> None:
    values, places, bad = read(path, '[\n  {"a": 1},\n  {\n "a": 2},\n 3\n]\n')

    assert values == [{"a": 1}, {"a": 2}, 3]
    assert places == ["runs:2", "runs:3", "runs:5"]
    assert not bad


@pytest.mark.parametrize("text", ["", " \n", "[]", "[ \n ]\n"])
def test_nothing_is_no_error(path: Path, text: str) -> None:
    values, _, bad = read(path, text)

    assert not values
    assert not bad


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


def test_lines_are_read_as_they_are_asked_for(path: Path) -> None:
    path.write_text('{"a": 1}\n{"a": 2}\noops\n')
    files = TrajectoryFiles((str(path),))

    first = next(iter(files))

    assert first == {"a": 1}
    assert not files.bad
