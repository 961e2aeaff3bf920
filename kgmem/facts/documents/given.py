"""What is given -> a document on its way in: where from, of what size and content.

Nothing of it is stored yet. Names pass the redactor here, the text when it is read.
"""

import hashlib
import io
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kgmem.errors import InvalidInput
from kgmem.model.base import clean
from kgmem.model.document import Block, DocumentError
from kgmem.model.keys.identity import document_id
from kgmem.model.values.arguments import file_path, shown
from kgmem.ports import DocumentReader
from kgmem.redact import Redactor

SUFFIXES = frozenset(
    {".md", ".markdown", ".txt", ".rst", ".html", ".htm", ".pdf", ".docx"}
)
"""Of files that are taken from folders."""
IN_MEMORY = 20_000_000
"""Bytes up to which a document is read as a whole before anything is written."""
MAX_SOURCE = 2_000
"""Longest name of a source, in characters."""
SECONDS_PER_PART = 0.1
"""What the offline embedder takes for one part of usual length, for the message on
documents that are too long; measured by `kgmem bench documents`."""
PART = 800
"""Bytes of a usual part."""

Read = Callable[[Path | bytes, str], DocumentReader]
"""The reader for a file, or for bytes, of a name. Raises InvalidInput."""


@dataclass(frozen=True, slots=True)
class Given:
    """A document on its way in."""

    space: str
    place: str
    """What it is known by: the source that was given, or the absolute path."""
    source: str
    """What is told of where it comes from: without secrets, on one line."""
    app: str | None
    name: str
    """A file's, a source's, or empty; for the title of a text that has none."""
    media: str
    size: int
    """Bytes of the file, or of the text as UTF-8."""
    content_hash: str
    """Of a file's bytes; of a text without its secrets."""
    blocks: Callable[[], Iterator[Block]]
    """Reads it, from the start each time. Raises InvalidInput."""

    @property
    def edition(self) -> str:
        """Marks the parts of this content."""
        return self.content_hash[:16]

    @property
    def document_id(self) -> str:
        return document_id(self.space, self.place)


@dataclass(frozen=True, slots=True)
class Taking:
    """Checks what is given and finds its reader."""

    read: Read
    new_redactor: Callable[[], Redactor]
    max_bytes: int

    def __call__(
        self,
        space: str,
        path: str | Path | None,
        text: str | None,
        source: str | None,
        app: str | None,
    ) -> Given:
        """The document that one of `path` and `text` gives. Raises InvalidInput."""
        if (path is None) == (text is None):
            raise InvalidInput("add_document: give one of path, text")
        named = None if source is None else self._told(checked_source(source))
        app = app and self._told(app)
        if text is not None:
            return self._of_text(space, text, named, app)
        assert path is not None, "one of both is there"
        return self._of_file(space, checked_path(path), named, app)

    def _of_text(
        self, space: str, text: str, source: str | None, app: str | None
    ) -> Given:
        if not isinstance(text, str):
            raise InvalidInput(f"text: a text is needed, not {type(text).__name__}")
        content = clean(text)
        if not content.strip():
            raise InvalidInput("text: it is empty")
        data = content.encode()
        self._check_size("text", len(data))
        redacted = self.new_redactor().text(content)
        digest = hashlib.sha256(redacted.encode()).hexdigest()
        name = source or f"text {digest[:8]}"
        reader = self.read(data, name)
        return Given(
            space=space,
            place=name,
            source=name,
            app=app,
            name=source or "",
            media=reader.media,
            size=len(data),
            content_hash=digest,
            blocks=lambda: reader.read(io.BytesIO(data), name=name),
        )

    def _of_file(
        self, space: str, path: Path, source: str | None, app: str | None
    ) -> Given:
        name = self._told(path.name)
        try:
            before = _stamp(path)
            self._check_size(path.name, before[0])
            reader = self.read(path, path.name)
            if before[0] <= IN_MEMORY:  # what is hashed is what is read
                data = path.read_bytes()
                digest = hashlib.sha256(data).hexdigest()
                blocks = partial(_reading, reader, data, name)
            else:
                with path.open("rb") as file:
                    digest = hashlib.file_digest(file, "sha256").hexdigest()
                blocks = partial(_streaming, reader, path, name, before)
        except OSError as error:
            raise _unreadable(path, error) from error
        return Given(
            space=space,
            place=source or Path(os.path.abspath(path)).as_posix(),
            source=source or self._told(path.as_posix()),
            app=app,
            name=self._told(path.stem),
            media=reader.media,
            size=before[0],
            content_hash=digest,
            blocks=blocks,
        )

    def _told(self, source: str) -> str:
        """As it is kept with a document and its facts."""
        return " ".join(self.new_redactor().text(clean(source)).split())

    def _check_size(self, what: str, size: int) -> None:
        if size <= self.max_bytes:
            return
        hours = size / PART * SECONDS_PER_PART / 3600
        raise InvalidInput(
            f"{what}: {size / 1e6:,.1f} MB; up to {self.max_bytes / 1e6:,.1f} MB are "
            f"taken, since embedding it offline takes about {hours:,.1f} hours of "
            "processor time: split it, or raise KGMEM_MAX_DOCUMENT_MB; with "
            "KGMEM_EMBEDDING=ngram, or an embedding service, it is much faster"
        )


def checked_path(path: object) -> Path:
    """The file of this name. Raises InvalidInput if it is none."""
    try:
        found = file_path(path)
    except InvalidInput as error:  # too long a name is a text
        raise InvalidInput(f"{error}; a text is given as text=…") from error
    try:
        if found.is_dir():
            raise InvalidInput(
                f"path: {clean(str(found))} is a folder; `kgmem import` takes folders, "
                "or add its files one by one"
            )
        if not found.is_file():
            raise InvalidInput(
                f"path: there is no file {clean(str(found))}; a text is given as text=…"
            )
    except OSError as error:  # a folder above it that may not be entered
        raise _unreadable(found, error) from error
    return found


def checked_source(source: object) -> str:
    """The name of a source, as it was given. Raises InvalidInput."""
    if not isinstance(source, str) or not source.strip():
        raise InvalidInput("source: a name is needed, such as a URL or a file's name")
    if len(source) > MAX_SOURCE:
        raise InvalidInput(f"source: {len(source):,} characters; {MAX_SOURCE:,} fit")
    return source


def files_of(paths: Iterable[str | Path]) -> Iterator[Path | DocumentError]:
    """The files that are given, and those in given folders, of which hidden ones and
    folders behind links are left out; for a folder that can't be read, why."""
    if isinstance(paths, str | Path) or not isinstance(paths, Iterable):
        raise InvalidInput("paths: a list of files and folders is needed")
    for given in paths:
        try:
            path = file_path(given)
        except InvalidInput as error:
            yield DocumentError(source=shown(given), error=str(error))
            continue
        if path.is_dir():
            yield from _files_in(path)
        else:
            yield path


def _files_in(folder: Path) -> Iterator[Path | DocumentError]:
    """Those of known formats, folder by folder in the order of their names."""
    failed: list[OSError] = []
    found = False
    for place, folders, names in os.walk(folder, onerror=failed.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(place, name)
            if path.suffix.casefold() in SUFFIXES and not name.startswith("."):
                found = True
                yield path
    for error in failed:
        where = str(error.filename or folder)
        yield DocumentError(source=where, error=str(_unreadable(where, error)))
    if not found and not failed:
        known = ", ".join(sorted(SUFFIXES))
        yield DocumentError(
            source=str(folder),
            error=f"path: {folder} holds no documents; these are taken: {known}",
        )


def _reading(reader: DocumentReader, data: bytes, name: str) -> Iterator[Block]:
    return reader.read(io.BytesIO(data), name=name)


def _streaming(
    reader: DocumentReader, path: Path, name: str, before: tuple[int, int]
) -> Iterator[Block]:
    """Raises InvalidInput at the end if the file is not what it was before."""
    try:
        with path.open("rb") as file:
            yield from reader.read(file, name=name)
        after = _stamp(path)
    except OSError as error:
        raise _unreadable(path, error) from error
    if after != before:
        raise InvalidInput(
            f"path: {path} was changed while it was read; import it again"
        )


def _stamp(path: Path) -> tuple[int, int]:
    """Size in bytes and time of the last change."""
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def _unreadable(path: str | Path, error: OSError) -> InvalidInput:
    reason = error.strerror or type(error).__name__
    return InvalidInput(f"path: {clean(str(path))} can't be read: {reason}")
