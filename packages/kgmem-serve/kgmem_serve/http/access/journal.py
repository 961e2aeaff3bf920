"""The journal: who changed what, and when; never the words."""

import json
import logging
import os
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from kgmem import InvalidInput, Settings

log = logging.getLogger(__name__)

FOLDER = "journal"
"""In the memory's home."""
MAX_FILE = 16_000_000
"""Bytes after which a new file is begun; none is ever removed."""
MAX_WAITING = 4_000_000
"""Bytes kept for a disk that is full."""
LEDGER = re.compile(r"(\d{6})\.jsonl")
CURSOR = re.compile(r"(\d{1,6}):(\d{1,12})")
IDS = ("id", "kind", "outcome", "status", "by", "judge", "agent_id", "session_id")
"""Of arguments and answers, beside all that end in `_id`."""
COUNTS = ("stored", "duplicates", "failed", "patterns", "runs")
LONGEST = 200


class JournalEntry(BaseModel):
    """A change: who made it, in which space, by which call, and of what."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    at: datetime
    caller: str
    space: str
    call: str
    what: dict[str, Any] = {}
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class JournalPage:
    """Entries, newest first, and where the next page begins."""

    entries: list[JournalEntry]
    next: str | None


class Journal:
    """Lines in files of a folder, each written before its change is acknowledged: as
    safe as that is. With `durability="power"` it is on disk then; else the
    system has it, which outlives this process."""

    def __init__(
        self,
        folder: Path,
        max_file: int = MAX_FILE,
        *,
        durability: Literal["process", "power"] = "process",
    ) -> None:
        self._folder, self._max = folder, max_file
        self._flushes = durability == "power"
        self._lock = threading.Lock()
        self._handle: int | None = None
        self._waiting = b""
        """What is not in the file yet: a disk was full."""

    @classmethod
    def of(cls, settings: Settings) -> "Journal":
        """That of the memory in the home of these settings."""
        return cls(settings.home / FOLDER, durability=settings.durability)

    def add(
        self,
        caller: str,
        space: str,
        call: str,
        what: Mapping[str, Any],
        request_id: str | None = None,
    ) -> None:
        """Write it down.

        The change has been made: where the disk takes nothing, that is logged, and the
        line waits for the next one (up to `MAX_WAITING`; later lines are lost).
        """
        entry = {
            "at": datetime.now(UTC).isoformat(),
            "caller": caller,
            "space": space,
            "call": call,
            "what": dict(what),
            **({"request_id": request_id} if request_id else {}),
        }
        told = json.dumps(entry, ensure_ascii=False, default=str)
        line = told.encode("utf-8", "replace") + b"\n"
        try:
            with self._lock:
                self._write_with_waiting(line)
                self._sync()
        except OSError:
            log.exception("the journal can't be written; what is new in it waits")

    def page(
        self, space: str | None, limit: int = 50, after: str | None = None
    ) -> JournalPage:
        """Entries of a space (None: of all), the newest first, from `after` on back."""
        found: list[JournalEntry] = []
        for cursor, line in self._backwards(after):
            entry = _read(line)
            if entry is None or space not in (None, entry.space):
                continue
            found.append(entry)
            if len(found) == limit:
                return JournalPage(found, cursor)
        return JournalPage(found, None)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            try:
                self._write_waiting()
            except OSError:
                log.exception("lines of the journal are lost: it can't be written")
            self._release()

    def _write_with_waiting(self, line: bytes) -> None:
        """A disk that stays full makes no journal of memory: what is new is lost."""
        self._waiting += line
        try:
            self._write_waiting()
        except OSError:
            if len(self._waiting) > MAX_WAITING:
                self._waiting = self._waiting.removesuffix(line)
            raise

    def _write_waiting(self) -> None:
        """A write may take a part of a line; the next one goes on there."""
        while self._waiting:
            self._waiting = self._waiting[os.write(self._opened(), self._waiting) :]

    def _sync(self) -> None:
        assert self._handle is not None
        if self._flushes:
            os.fsync(self._handle)
        if os.fstat(self._handle).st_size >= self._max:
            self._release()

    def _release(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)

    def _opened(self) -> int:
        if self._handle is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            last = max(self._files(), default=1)
            path = self._path(last)
            if path.exists() and path.stat().st_size >= self._max:
                path = self._path(last + 1)
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
            self._handle = os.open(path, flags, 0o600)
            _end_line(self._handle)
        return self._handle

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:06}.jsonl"

    def _files(self) -> list[int]:
        names = os.listdir(self._folder) if self._folder.is_dir() else []
        return sorted(
            int(found[1]) for name in names if (found := LEDGER.fullmatch(name))
        )

    def _backwards(self, after: str | None) -> Iterator[tuple[str, bytes]]:
        """Lines before a place, each with its own place."""
        begin, limit = _place(after)
        for number in reversed(self._files()):
            if number <= begin:
                content = self._path(number).read_bytes()
                content = content[: limit if number == begin else None]
                end = len(content)
                for line in reversed(content.splitlines(keepends=True)):
                    end -= len(line)
                    yield f"{number}:{end}", line


def _end_line(handle: int) -> None:
    """A power cut may have torn the last line: what follows begins its own."""
    size = os.fstat(handle).st_size
    if size:
        os.lseek(handle, size - 1, os.SEEK_SET)
        if os.read(handle, 1) != b"\n":
            os.write(handle, b"\n")


def _place(after: str | None) -> tuple[int, int | None]:
    if after is None:
        return 10**6, None
    found = CURSOR.fullmatch(after)
    if found is None:
        raise InvalidInput("after: is not the `next` of a page")
    return int(found[1]), int(found[2])


def _read(line: bytes) -> JournalEntry | None:
    try:
        return JournalEntry.model_validate_json(line)
    except ValueError:
        return None


def what_changed(given: Mapping[str, Any], answer: Any) -> dict[str, Any]:
    """The ids and counts of a call and its answer."""
    what: dict[str, Any] = dict(_ids(given))
    plan = given.get("plan")
    if plan is not None:
        what |= {"plan_id": _of(plan, "plan_id")}
    if isinstance(answer, str) and len(answer) == 36:
        what["gave"] = answer
    elif isinstance(answer, int) and not isinstance(answer, bool):
        what["count"] = answer
    elif isinstance(answer, BaseModel):
        fields = {name: getattr(answer, name) for name in type(answer).model_fields}
        what |= _ids(fields) | {n: fields[n] for n in COUNTS if n in fields}
    return {name: value for name, value in what.items() if value is not None}


def _ids(fields: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: value[:LONGEST]
        for name, value in fields.items()
        if (name in IDS or name.endswith("_id")) and isinstance(value, str)
    }


def _of(one: Any, name: str) -> Any:
    get: Callable[[str], Any] = getattr(one, "get", lambda key: getattr(one, key, None))
    return get(name)
