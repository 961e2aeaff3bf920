"""Read runs from JSON and JSON Lines files, and remember where each one stood."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

import click

STDIN = "-"
_BOM = b"\xef\xbb\xbf"
_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()
_Numbered = tuple[int, bytes]


@dataclass(frozen=True, slots=True, order=True)
class FilePlace:
    """Where something stood; places sort in the order of reading."""

    file: int
    """Number of the file among those that were given."""
    line: int
    name: str = field(compare=False)

    def __str__(self) -> str:
        return f"{self.name}:{self.line}"


@dataclass(frozen=True, slots=True)
class BadPlace:
    """A place that holds no JSON, and why."""

    place: FilePlace
    error: str


@dataclass(slots=True)
class TrajectoryFiles:
    """What `paths` hold, to be iterated once; `-` is standard input.

    A file holds one object per line, one object over many lines, or an array of
    objects. Lines are read as they are asked for; an array or object over many lines
    is read at once. What can't be parsed is listed in `bad`, and the rest goes on.
    """

    paths: tuple[str, ...]
    bad: list[BadPlace] = field(default_factory=list)
    places: list[FilePlace] = field(default_factory=list)
    """Of the values that were handed out, in their order."""
    _file: int = 0

    def __iter__(self) -> Iterator[object]:
        for number, path in enumerate(self.paths):
            self._file = number
            name = "<stdin>" if path == STDIN else path
            try:
                with click.open_file(path, "rb") as file:
                    yield from self._values(name, file)
            except OSError as error:
                self._report(name, 1, f"can't be read: {error.strerror or error}")

    def _values(self, name: str, file: Iterable[bytes]) -> Iterator[object]:
        lines = ((n, line) for n, line in enumerate(_without_bom(file), 1))
        for first in lines:
            if first[1].strip():
                break
        else:
            return
        start = first[1].lstrip()[:1]
        if start == b"[":
            yield from self._array(name, [first, *lines])
        elif start == b"{" and not _is_object(first[1]):
            yield from self._object(name, [first, *lines])
        else:
            yield from self._lines(name, chain([first], lines))

    def _lines(self, name: str, lines: Iterable[_Numbered]) -> Iterator[object]:
        for number, line in lines:
            if not line.strip():
                continue
            try:
                value = json.loads(line.rstrip())
            except (ValueError, RecursionError) as error:
                self._report(name, number, _reason(error))
            else:
                yield self._handed_out(name, number, value)

    def _object(self, name: str, lines: list[_Numbered]) -> Iterator[object]:
        """One object over many lines, or lines of which the first is broken."""
        number = lines[0][0]
        try:
            value = json.loads(b"".join(line for _, line in lines))
        except (ValueError, RecursionError) as error:
            if any(_is_object(line) for _, line in lines):
                yield from self._lines(name, lines)
            else:
                self._report(name, number + _line_of(error), _reason(error))
        else:
            yield self._handed_out(name, number, value)

    def _array(self, name: str, lines: list[_Numbered]) -> Iterator[object]:
        """Item by item; where one is broken, nobody knows where the next begins."""
        try:
            text = b"".join(line for _, line in lines).decode()
        except UnicodeDecodeError as error:
            self._report(name, lines[0][0], _reason(error))
            return
        number, seen, items = lines[0][0], 0, _items(text)
        try:
            for position, value in items:
                number += text.count("\n", seen, position)
                seen = position
                yield self._handed_out(name, number, value)
        except (ValueError, RecursionError) as error:
            line = lines[0][0] + _line_of(error)
            self._report(name, line, f"{_reason(error)}; the rest is not read")

    def _handed_out(self, name: str, line: int, value: object) -> object:
        self.places.append(FilePlace(self._file, line, name))
        return value

    def _report(self, name: str, line: int, error: str) -> None:
        self.bad.append(BadPlace(FilePlace(self._file, line, name), error))


def _without_bom(lines: Iterable[bytes]) -> Iterator[bytes]:
    for n, line in enumerate(lines):
        yield line if n else line.removeprefix(_BOM)


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _items(text: str) -> Iterator[tuple[int, object]]:
    """(position, value) of each item of the array that `text` is.

    Raises JSONDecodeError where it is none any more.
    """
    at = _skip(text, _skip(text, 0) + 1)
    more = text[at : at + 1] != "]"
    while more:
        value, end = _DECODER.raw_decode(text, at)
        yield at, value
        at = _skip(text, end)
        if text[at : at + 1] not in (",", "]"):
            raise json.JSONDecodeError("expecting ',' or ']'", text, at)
        more = text[at] == ","
        at = _skip(text, at + 1) if more else at
    end = _skip(text, at + 1)
    if end < len(text):
        raise json.JSONDecodeError("something stands behind the array", text, end)


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _line_of(error: Exception) -> int:
    """Lines before the one that the error is about, counted in the parsed text."""
    return error.lineno - 1 if isinstance(error, json.JSONDecodeError) else 0


def _reason(error: Exception) -> str:
    """Why it can't be parsed, without the text itself: it may hold a secret."""
    if isinstance(error, json.JSONDecodeError):
        return (
            f"not JSON: {error.msg[:1].lower()}{error.msg[1:]} (column {error.colno})"
        )
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8"
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return f"not JSON: {error}"
