"""API keys: a file of hashes, each bound to spaces, to roles and to a time."""

import hashlib
import json
import os
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from kgmem import ConfigurationError, InvalidInput, NotFound
from kgmem.serving import Role

FILE = "keys.json"
"""In the memory's home."""
BEGINS = "kgm_"
BYTES = 32
LONGEST = 64
"""Letters of a name."""


class KeyRecord(BaseModel):
    """What is kept of a key: never the key."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    name: str
    hash: str
    spaces: tuple[str, ...] | None
    """None: all."""
    roles: tuple[Role, ...]
    made_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    per_minute: int | None = None
    """Requests; None: as the server's settings have it."""

    def state(self, now: datetime) -> str:
        """`valid`, `expired` or `revoked`."""
        if self.revoked_at is not None:
            return "revoked"
        if self.expires_at is not None and self.expires_at <= now:
            return "expired"
        return "valid"


_RECORDS = TypeAdapter(tuple[KeyRecord, ...])
_Stamp = tuple[int, int, int]


def hash_of(token: str) -> str:
    """SHA-256 of a key, in hex.

    A key is 256 random bits: nobody can guess it, so that a hash made slow on purpose
    (scrypt, bcrypt), which protects what people choose, would only cost each request
    tens of milliseconds.
    """
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass
class KeyFile:
    """The keys of a memory. A running server sees what another process changes."""

    path: Path
    _stamp: _Stamp | None = None
    _by_hash: dict[str, KeyRecord] = field(default_factory=dict)
    _seen: bool = False

    @classmethod
    def of_home(cls, home: Path) -> "KeyFile":
        """Those of the memory in this folder."""
        return cls(home / FILE)

    def exist(self) -> bool:
        """Was a key ever made? It stays so when all are revoked, and in this process
        also when the file is gone: what was closed does not open by itself."""
        self._refresh()
        return self._seen

    def found(self, token: str) -> KeyRecord | None:
        """The record of a key that is valid now."""
        self._refresh()
        record = self._by_hash.get(hash_of(token))
        valid = record is not None and record.state(datetime.now(UTC)) == "valid"
        return record if valid else None

    def listed(self) -> list[KeyRecord]:
        """All keys that were made, also revoked ones, by name."""
        self._refresh()
        return sorted(self._by_hash.values(), key=lambda one: one.name)

    def add(
        self,
        name: str,
        *,
        spaces: Sequence[str] | None,
        roles: Iterable[Role],
        expires_at: datetime | None = None,
        per_minute: int | None = None,
    ) -> str:
        """Make a key; it is shown this once. Raises InvalidInput for a name that is
        taken by a valid key."""
        _check(name)
        token = BEGINS + secrets.token_urlsafe(BYTES)
        with self._changing() as records:
            now = datetime.now(UTC)
            if any(one.name == name and one.state(now) == "valid" for one in records):
                raise InvalidInput(
                    f"name: there is a key {name!r}; revoke it, or take another name"
                )
            records[:] = [one for one in records if one.name != name]
            records.append(
                KeyRecord(
                    name=name,
                    hash=hash_of(token),
                    spaces=None if spaces is None else tuple(dict.fromkeys(spaces)),
                    roles=tuple(dict.fromkeys(roles)),
                    made_at=now,
                    expires_at=expires_at,
                    per_minute=per_minute,
                )
            )
        return token

    def revoke(self, name: str) -> None:
        """From now on it opens nothing. Raises NotFound."""
        with self._changing() as records:
            now = datetime.now(UTC)
            for n, one in enumerate(records):
                if one.name == name and one.revoked_at is None:
                    records[n] = one.model_copy(update={"revoked_at": now})
                    return
            raise NotFound(f"there is no key {name!r}; `kgmem keys list` shows all")

    @contextmanager
    def _changing(self) -> Iterator[list[KeyRecord]]:
        """A change of the file: one process at a time, all of it or nothing."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{self.path}.lock", timeout=30, mode=0o600):
            records = list(self.read())
            yield records
            self._write(records)

    def _write(self, records: Sequence[KeyRecord]) -> None:
        beside = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        shown = json.loads(_RECORDS.dump_json(tuple(records)))
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(shown, file, ensure_ascii=False, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self.path)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise

    def _refresh(self) -> None:
        stamp = self._stamped()
        if stamp != self._stamp:
            records = self.read()
            self._by_hash = {one.hash: one for one in records}
            self._seen = self._seen or bool(records)
            self._stamp = stamp

    def _stamped(self) -> _Stamp | None:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def read(self) -> tuple[KeyRecord, ...]:
        """What the file holds. Raises ConfigurationError if it is damaged: nobody is
        let in then."""
        try:
            return _RECORDS.validate_json(self.path.read_bytes())
        except FileNotFoundError:
            return ()
        except (ValidationError, OSError) as error:
            raise ConfigurationError(
                f"{self.path} can't be read as keys; restore it from a backup, or "
                "delete it and make new keys"
            ) from error


def _check(name: str) -> None:
    if not 0 < len(name) <= LONGEST or not name.isprintable() or name != name.strip():
        raise InvalidInput(f"name: up to {LONGEST} letters, without spaces around them")
