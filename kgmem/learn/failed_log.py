"""Keep what could not be learned, so that nothing is lost: one JSON line each."""

import json
import logging
import os
import tempfile
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock

from kgmem.model.base import clean_record
from kgmem.redact import redact_text

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FailedEntry:
    """One input that was not learned."""

    payload: object
    """As the caller redacted it."""
    error: str
    at: str
    """When it failed, ISO 8601 in UTC."""


class FailedLog:
    """`failed_learning_tasks.jsonl`. Text that comes in is redacted already.

    One log object per file and process; its methods may be called from any thread.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = RLock()

    def append(self, payload: object, error: str) -> bool:
        """Add one entry; False if it could not be written.

        The caller is already raising the error that matters, so a full or
        read-only disk only logs a warning.
        """
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        try:
            line = _line(FailedEntry(payload, error, at))
            with self._lock:
                self._write(line)
        except (OSError, ValueError, TypeError, RecursionError) as failure:
            logger.warning(
                "can't keep a failed input in %s: %s",
                self.path,
                redact_text(str(failure)),
            )
            return False
        return True

    def _write(self, line: bytes) -> None:
        """In one system call, so that two processes can't mix their lines."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._check_place()
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        handle = os.open(self.path, flags | getattr(os, "O_BINARY", 0), 0o600)
        try:
            if self._ends_torn():
                line = b"\n" + line
            if os.write(handle, line) != len(line):
                raise OSError("the disk took only a part of the line")
        finally:
            os.close(handle)

    def _check_place(self) -> None:
        """A pipe would be waited for, a device replaced."""
        if self.path.exists() and not self.path.is_file():
            raise OSError("it is no file: a folder, a device or a pipe")

    def _ends_torn(self) -> bool:
        """The last line has no end: something died while it wrote."""
        with self.path.open("rb") as file:
            if not file.seek(0, os.SEEK_END):
                return False
            file.seek(-1, os.SEEK_END)
            return file.read(1) != b"\n"

    def entries(self) -> tuple[FailedEntry, ...]:
        """All that can be read, oldest first: lines that are torn or no entries are
        skipped. Raises OSError if the file is there but closed to us."""
        with self._lock:
            self._check_place()
            try:
                lines = self.path.read_bytes().split(b"\n")
            except FileNotFoundError:
                return ()
        read = (_entry(line) for line in lines if line.strip())
        return tuple(entry for entry in read if entry is not None)

    def remove(self, done: Collection[FailedEntry]) -> None:
        """Drop the entries that were learned after all; what was appended
        meanwhile stays. Raises OSError."""
        with self._lock:
            held = self.entries()
            self.rewrite(entry for entry in held if entry not in done)

    def rewrite(self, remaining: Iterable[FailedEntry]) -> None:
        """Replace the log by these entries, all or nothing.

        An append of another process at the same moment can be lost: retry in one.
        Raises OSError.
        """
        lines = b"".join(_line(entry) for entry in remaining)
        with self._lock:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._check_place()
            handle, temporary = tempfile.mkstemp(dir=self.path.parent, suffix=".tmp")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(lines)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(temporary, self.path)
            except OSError:
                Path(temporary).unlink(missing_ok=True)
                raise


def _line(entry: FailedEntry) -> bytes:
    record = {"at": entry.at, "error": entry.error, "input": entry.payload}
    text = json.dumps(clean_record(record), ensure_ascii=False, default=str)
    return text.encode() + b"\n"


def _entry(line: bytes) -> FailedEntry | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, Mapping) or "input" not in record:
        return None
    return FailedEntry(
        record["input"], str(record.get("error", "")), str(record.get("at", ""))
    )
