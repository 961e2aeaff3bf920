"""Playwright's `trace.zip`: what was done, on the pages that it shows."""

import lzma
import zipfile
import zlib
from collections.abc import Iterator
from itertools import count
from typing import IO

from kgmem import ImportedRun, InvalidInput, RefusedPart, Source
from kgmem.formats import MAX_PART, parsed, zip_member
from kgmem_formats.importers.playwright.trace_reading import TraceReading

MAX_TRACE = 1 << 30
"""Bytes of a trace when unpacked."""
MAX_RATIO = 200
"""Times that it may be larger than packed."""
BROKEN = "damaged from here on"
DAMAGED = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError,
    NotImplementedError, RuntimeError, ValueError,
)  # fmt: skip
"""What reading a damaged or encrypted archive raises."""


class PlaywrightTrace:
    """Reads each `*.trace` of an archive as a run; network and sources are not looked
    at."""

    name = "playwright-trace"
    title = "Playwright trace.zip"

    def recognizes(self, source: Source) -> str | None:
        if source.shape != "zip" or source.path is None:
            return None
        try:
            with zipfile.ZipFile(source.path) as archive:
                found = _traces(archive)
        except (zipfile.BadZipFile, OSError, ValueError):
            return None
        return f"an archive that holds {found[0]}" if found else None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        try:
            with source.open() as file, zipfile.ZipFile(file) as archive:
                for name in _traces(archive):
                    _refuse_bomb(archive.getinfo(name))
                    with zip_member(archive, name, MAX_TRACE) as trace:
                        yield _run(f"{source.name}/{name}", trace)
        except InvalidInput:
            raise
        except DAMAGED as error:
            raise InvalidInput(
                f"{source.name}: a damaged archive; save it again"
            ) from error


def _traces(archive: zipfile.ZipFile) -> list[str]:
    return [name for name in archive.namelist() if name.endswith(".trace")][:100]


def _refuse_bomb(info: zipfile.ZipInfo) -> None:
    is_large = info.file_size > 16 << 20
    if is_large and info.file_size > MAX_RATIO * max(info.compress_size, 1):
        raise InvalidInput(f"{info.filename}: packed too tightly to be a trace")


def _run(name: str, trace: IO[bytes]) -> ImportedRun:
    """What was read before a part that is damaged is kept."""
    reading = TraceReading()
    for number in count(1):
        try:
            line = trace.readline(MAX_PART + 1)
        except DAMAGED:
            reading.steps.refuse(f"{name}:{number}", BROKEN)
            break
        if not line:
            break
        with reading.steps.reading(f"{name}:{number}"):
            if len(line) > MAX_PART:
                raise InvalidInput(f"a line of more than {MAX_PART >> 20} MB")
            reading.hear(parsed(line))
    return reading.run(name)


importer = PlaywrightTrace()
