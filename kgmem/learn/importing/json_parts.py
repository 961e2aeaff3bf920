"""JSON that is read part by part: large files, beginnings of files, lines."""

import codecs
import json
import re
from collections.abc import Iterator
from typing import IO

from kgmem.errors import InvalidInput

CHUNK = 1 << 20
"""Bytes that are read at a time, at least."""
MAX_PART = 64 << 20
"""Characters of one part: an item of an array, a line."""
_BLANK = re.compile(r"[ \t\r\n]*")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],]', re.S)
_BEHIND = ", ]}\t\r\n"
"""What may stand behind a number."""
_CLOSING = {"{": "}", "[": "]"}
_DECODER = json.JSONDecoder()


def begun(text: str) -> object:
    """The value that a text begins with, as far as it goes: what is cut off is left
    out. None where it begins with no JSON object or array."""
    open_: list[str] = []
    cut = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if not open_ and token not in _CLOSING:
            return None
        if token in _CLOSING:
            open_.append(_CLOSING[token])
        elif token in "}]":
            open_.pop()
        elif token != ",":
            continue
        cut = match.start() if token == "," else match.end()
        if not open_:
            break
    try:
        return json.loads(text[:cut] + "".join(reversed(open_)))
    except (ValueError, RecursionError):
        return None


class JsonParts:
    """A JSON text in a file, of which one part at a time is in memory."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8-sig")()
        self._text, self._at, self._is_over = "", 0, False

    def items(self, within: str | None = None) -> Iterator[object]:
        """The items of the array that the text is, or that its object has under
        `within`; an object without it is the one item.

        Raises InvalidInput where it is no JSON, after the items before that.
        """
        if self._peek() == "[":
            yield from self._array()
        elif self._peek() == "{" and within is not None:
            yield from self._member(within)
        else:
            yield self._value()
        if self._peek():
            raise InvalidInput("not JSON: more stands behind its end")

    def _member(self, within: str) -> Iterator[object]:
        self._take("{")
        while self._peek() == '"':
            key = self._value()
            self._take(":")
            if key == within and self._peek() == "[":
                yield from self._array()
            else:
                self._value()
            if self._peek() != ",":
                break
            self._take(",")
        self._take("}")

    def _array(self) -> Iterator[object]:
        self._take("[")
        if self._peek() == "]":
            return
        while True:
            yield self._value()
            if self._peek() != ",":
                self._take("]")
                return
            self._take(",")

    def _peek(self) -> str:
        """The next character that is not blank; empty at the end."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._at = blank.end() if blank else self._at
            if self._at < len(self._text) or not self._more():
                return self._text[self._at : self._at + 1]

    def _take(self, sign: str) -> None:
        if self._peek() != sign:
            raise InvalidInput(f"not JSON: {sign!r} is missing; save the file again")
        self._at += 1

    def _value(self) -> object:
        self._peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except RecursionError as error:
                raise InvalidInput("not read: JSON nested too deeply") from error
            except ValueError as error:
                if not self._may_go_on(error) or not self._more():
                    raise InvalidInput(_told(error)) from error
                continue
            if self._is_whole(value, end) or not self._more():
                self._at = end
                return value

    def _is_whole(self, value: object, end: int) -> bool:
        """Does it end there? A number may go on where the text that was read ends."""
        behind = self._text[end : end + 1]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return behind in _BEHIND if behind and is_number else bool(behind)

    def _may_go_on(self, error: ValueError) -> bool:
        """May it be JSON once more of it is read?"""
        if not isinstance(error, json.JSONDecodeError):
            return False
        is_near_end = error.pos >= len(self._text) - 16
        return is_near_end or error.msg.startswith(("Unterminated", "Invalid \\"))

    def _more(self) -> bool:
        left = self._text[self._at :]
        if len(left) > MAX_PART:
            raise InvalidInput(
                f"a part of more than {MAX_PART >> 20} MB; leave pictures out of it"
            )
        read = b"" if self._is_over else self._file.read(max(CHUNK, len(left)))
        self._is_over = not read
        try:
            self._text = left + self._decode.decode(read, final=not read)
        except UnicodeDecodeError as error:
            raise InvalidInput("not UTF-8; save the file as UTF-8") from error
        self._at = 0
        return len(self._text) > len(left)


def parsed(line: bytes | str) -> object:
    """The value of a JSON text. Raises InvalidInput saying why it is none."""
    try:
        return json.loads(line)
    except RecursionError as error:
        raise InvalidInput("not read: JSON nested too deeply") from error
    except ValueError as error:
        raise InvalidInput(_told(error)) from error


def _told(error: ValueError) -> str:
    """Without the text itself: it may hold a secret."""
    if isinstance(error, json.JSONDecodeError):
        return (
            f"not JSON: line {error.lineno}, column {error.colno}; save the file again"
        )
    return "not JSON, or not UTF-8; save the file again"
