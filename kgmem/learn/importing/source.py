"""What is imported: a file, a folder, or an object that is at hand."""

import json
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import IO, Literal

from kgmem.errors import InvalidInput
from kgmem.learn.importing.json_parts import MAX_PART, JsonParts, begun, parsed
from kgmem.model.imported import RefusedPart
from kgmem.model.values.arguments import file_path, plain, refuse_special

Shape = Literal["object", "folder", "zip", "lines", "json", "text"]

HEAD = 64 << 10
"""Bytes by which a format is recognised."""
MAX_WHOLE = 64 << 20
"""Bytes of a file that is read as a whole."""
MAX_SAMPLE = 20
"""Records that a format is recognised by, at most."""


@dataclass(frozen=True)
class Source:
    """A file, a folder or an object, and how it begins."""

    name: str
    """For messages."""
    path: Path | None = None
    given: object = None
    """The object, where there is no path."""

    @classmethod
    def of(cls, given: object) -> "Source":
        """The source that a path names or an object is.

        Raises InvalidInput if it is neither, or there is no such file.
        """
        if isinstance(given, Source):
            return given
        if isinstance(given, str | Path):
            path = file_path(given)
            refuse_special(path) if not path.is_dir() else None
            if not path.exists():
                raise InvalidInput(f"{path}: no such file")
            return cls(path.name or str(path), path)
        if hasattr(given, "model_dump") and not isinstance(given, type):
            given = _dumped(given.model_dump, type(given).__name__)
        if not isinstance(given, Mapping | list | tuple):
            raise InvalidInput(
                f"source: a path, a mapping or a list is needed, "
                f"not {type(given).__name__}"
            )
        told = plain(list(given) if isinstance(given, tuple) else given, "source")
        return cls("object", None, told)

    @cached_property
    def head(self) -> bytes:
        """The first bytes of the file; none of an object or folder."""
        if self.path is None or self.path.is_dir():
            return b""
        with self.open() as file:
            return file.read(HEAD).removeprefix(b"\xef\xbb\xbf")

    @cached_property
    def text_head(self) -> str:
        """The same as text; what is no UTF-8 is left out."""
        return self.head.decode("utf-8", "ignore")

    @cached_property
    def shape(self) -> Shape:
        """How it is laid out, by its first bytes."""
        if self.path is None:
            return "object"
        if self.path.is_dir():
            return "folder"
        if self.head.startswith(b"PK\x03\x04"):
            return "zip"
        if self.head.lstrip()[:1] not in (b"{", b"["):
            return "text"
        return "lines" if self._has_lines() else "json"

    def _has_lines(self) -> bool:
        """Is its first line an object, and is there another?"""
        with self.open() as file:
            every = iter(partial(file.readline, MAX_PART), b"")
            lines = (line for line in every if line.strip())
            return _is_object(next(lines, b"")) and any(lines)

    @cached_property
    def sample(self) -> tuple[object, ...]:
        """Its first records: lines, items of an array, or the one object, each as far
        as the first bytes tell it."""
        if self.shape == "object":
            given = self.given
            found = given if isinstance(given, Sequence) else [given]
        elif self.shape == "lines":
            lines = self.text_head.split("\n", MAX_SAMPLE)[:MAX_SAMPLE]
            found = [one for line in lines if (one := begun(line)) is not None]
        else:
            value = begun(self.text_head) if self.shape == "json" else None
            found = value if isinstance(value, list) else [value]
        return tuple(found[:MAX_SAMPLE])

    @property
    def first(self) -> Mapping[str, object]:
        """The first record that is an object; empty if none is."""
        return next((one for one in self.sample if isinstance(one, Mapping)), {})

    def first_item(self, within: str) -> Mapping[str, object]:
        """The first object of the list that the first record has under `within`."""
        listed = self.first.get(within)
        found = listed if isinstance(listed, list) else []
        return next((one for one in found if isinstance(one, Mapping)), {})

    # reading ------------------------------------------------------------------------

    def open(self) -> IO[bytes]:
        """The file's bytes. Raises InvalidInput if it can't be read."""
        if self.path is None or self.path.is_dir():
            raise InvalidInput(f"{self.name}: a file is needed for this format")
        try:
            return self.path.open("rb")
        except OSError as error:
            raise InvalidInput(
                f"{self.name}: can't be read: {error.strerror or error}"
            ) from error

    def text(self) -> str:
        """The whole text. Raises InvalidInput if it is large, or not UTF-8."""
        try:
            return self._bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InvalidInput("not UTF-8; save the file as UTF-8") from error

    def whole(self) -> object:
        """The one JSON value that it is. Raises InvalidInput if it is none or large."""
        return self.given if self.path is None else parsed(self.text())

    def records(
        self, within: str | None = None
    ) -> Iterator[tuple[str, object] | RefusedPart]:
        """(place, value) of each record: lines, items of the array that it is, or of
        the one that its object has under `within`; one at a time is in memory."""
        if self.shape == "lines":
            yield from self._lines()
            return
        n = 0
        try:
            for n, value in enumerate(self._items(within), 1):
                yield f"{self.name}: {within or ''}[{n - 1}]", value
        except InvalidInput as error:
            if n == 0 and any(map(_is_object, self.head.splitlines())):
                yield from self._lines()  # the first of them is broken
            else:
                yield RefusedPart(place=self.name, reason=str(error))

    def beside(self, name: str) -> "Source | None":
        """The file of this name in the folder, or in the file's own folder; None if
        there is none."""
        if self.path is None:
            return None
        folder = self.path if self.path.is_dir() else self.path.parent
        found = folder / name
        return Source(name, found) if found.is_file() else None

    def main(self, *names: str) -> "Source":
        """The file of a folder that has one of these names; a file is itself. Raises
        InvalidInput if there is none."""
        if self.shape != "folder":
            return self
        found = next(filter(None, map(self.beside, names)), None)
        if found is None:
            raise InvalidInput(f"{self.name}: holds no {' or '.join(names)}")
        return found

    def _bytes(self) -> bytes:
        with self.open() as file:
            read = file.read(MAX_WHOLE + 1)
        if len(read) > MAX_WHOLE:
            raise InvalidInput(f"{self.name}: more than {MAX_WHOLE >> 20} MB")
        return read

    def _items(self, within: str | None) -> Iterator[object]:
        if self.path is None:
            given = self.given
            if isinstance(given, Mapping) and within is not None:
                given = given.get(within)
            yield from given if isinstance(given, list) else [given]
            return
        with self.open() as file:
            yield from JsonParts(file).items(within)

    def _lines(self) -> Iterator[tuple[str, object] | RefusedPart]:
        with self.open() as file:
            number = 0
            while line := file.readline(MAX_PART + 1):
                number += 1
                place = f"{self.name}:{number}"
                try:
                    if len(line) > MAX_PART:
                        raise InvalidInput(f"a line of more than {MAX_PART >> 20} MB")
                    if line.strip():
                        yield place, parsed(line.removeprefix(b"\xef\xbb\xbf"))
                except InvalidInput as error:
                    yield RefusedPart(place=place, reason=str(error))


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _dumped(dump: Callable[[], object], kind: str) -> object:
    try:
        return dump()
    except Exception as error:  # it is somebody else's method
        raise InvalidInput(
            f"source: the {kind} can't be told as JSON; save it to a "
            "file and give its path"
        ) from error


def zip_member(archive: zipfile.ZipFile, name: str, most: int) -> IO[bytes]:
    """A file of an archive. Raises InvalidInput if it is said to hold more than `most`
    bytes: looked at before anything is unpacked."""
    info = archive.getinfo(name)
    if info.file_size > most:
        raise InvalidInput(f"{name}: more than {most >> 20} MB when unpacked")
    return archive.open(info)
