"""What was begun and what ended, on disk before anything else happens.

A line is there, whatever kills the process, once `note` has returned.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from filelock import FileLock, Timeout

from kgmem.errors import InvalidInput, JobRunning
from kgmem.replay.rows.row import Row

NOT_ENDED = "it was begun and did not end: it may have been done"


class Journal:
    """The lines of one table's runs."""

    def __init__(self, path: Path, task: str) -> None:
        self.path, self._task = path, task
        self._keys: dict[int, str] = {}
        self.ended: dict[int, Row] = {}
        """The rows that were begun before, by number."""

    @contextmanager
    def held(self, *, resume: bool) -> Iterator[Self]:
        """The journal, which no other process writes meanwhile. Raises JobRunning, and
        InvalidInput where there is one already that is not to be resumed, or it is of
        another task."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(f"{self.path}.lock", timeout=0)
        try:
            lock.acquire()
        except Timeout as error:
            raise JobRunning(
                f"{self.path}: another process works on these rows; wait for it"
            ) from error
        try:
            self._read(resume)
            yield self
        finally:
            lock.release()

    def check(self, rows: Sequence[Mapping[str, str]]) -> None:
        """Raise InvalidInput where a row that was begun says something else now."""
        for n, key in self._keys.items():
            if n > len(rows) or key_of(rows[n - 1]) != key:
                raise InvalidInput(
                    f"rows: row {n} is not what it was when it was begun, as "
                    f"{self.path} has it: put new rows behind the old ones"
                )

    def begin(self, row: Row) -> None:
        """The row is done from now on."""
        self._note({"row": row.number, "key": key_of(row.values), "state": "begun"})

    def end(self, row: Row) -> None:
        """The row is done, or put aside."""
        apart = {"number", "values", "steps"}
        fields = row.model_dump(mode="json", exclude=apart, exclude_defaults=True)
        self._note({"row": row.number, "state": "ended", **fields})
        self.ended[row.number] = row

    def put_back(self, row: Row) -> None:
        """Nothing was done for the row that was begun: it is as if it had not been."""
        self._note({"row": row.number, "state": "back"})
        self.ended.pop(row.number, None)

    def _read(self, resume: bool) -> None:
        lines = self._lines()
        if lines and not resume:
            raise InvalidInput(
                f"{self.path} tells of these rows already: resume goes on where it "
                "ends; to begin anew, move it away"
            )
        if not lines:
            self._note({"journal": 1, "task": self._task})
        elif lines[0].get("task") != self._task:
            raise InvalidInput(f"{self.path} is of another task: name another journal")
        for line in lines[1:]:
            self._take(line)

    def _take(self, line: Mapping[str, Any]) -> None:
        n = line["row"]
        if line["state"] == "back":
            del self.ended[n], self._keys[n]
        elif line["state"] == "begun":
            self._keys[n] = line["key"]
            self.ended[n] = Row(
                number=n, outcome="aside", reason=NOT_ENDED, may_be_done=True
            )
        else:
            fields = {k: v for k, v in line.items() if k in Row.model_fields}
            self.ended[n] = Row.model_validate({**fields, "number": n})

    def _lines(self) -> list[Mapping[str, Any]]:
        if not self.path.exists():
            return []
        content = self.path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            # The last line was cut: its row had not begun, or not ended.
            os.truncate(self.path, len(whole))
        return [json.loads(line) for line in whole.splitlines()]

    def _note(self, line: Mapping[str, Any]) -> None:
        at = datetime.now(UTC).isoformat(timespec="seconds")
        text = json.dumps({**line, "at": at}, ensure_ascii=False)
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())


def key_of(values: Mapping[str, str]) -> str:
    """What tells a row from others: a hash of its cells, which are without secrets."""
    text = json.dumps(sorted(values.items()), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
