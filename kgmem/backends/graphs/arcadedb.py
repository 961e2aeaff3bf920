"""CypherEngine on ArcadeDB, a graph database that runs inside this process.

One folder holds one graph: `db` (the engine's files), `log` (the engine's log) and
`lock` (held while the graph is open). Reads run side by side, from any thread; writes
take turns, so they never conflict: no other process can have the same graph open.
A read sees committed records only, but one that touches several records may see some
of them before and some after a commit that falls into it, as on any server.
"""

import json
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, TypeVar

from kgmem.backends.graphs.arcadedb_builds import (
    Build,
    Choice,
    build_of,
    log_in,
    properties_of,
    refusals,
    reply_of,
)
from kgmem.backends.graphs.arcadedb_limits import (
    TIMED_OUT,
    TimeLimit,
    first_rows,
    left_in,
)
from kgmem.backends.graphs.query_limits import took_too_long, waited
from kgmem.backends.vectors.folders import sync_folder
from kgmem.backends.vectors.holder import locked
from kgmem.errors import (
    GraphUnavailable,
    InvalidInput,
    KgmemError,
    MemoryClosed,
    MemoryLocked,
)
from kgmem.ports import Params, Row, SchemaItem, Transaction

T = TypeVar("T")
Durability = Literal["process", "power"]

WAL_FLUSH: Mapping[Durability, str] = {"process": "no", "power": "yes_nometadata"}
RETRY_PAUSES = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
"""Seconds between attempts of a read or write that met another thread's write."""

CALLERS_FAULT = (
    "com.arcadedb.exception.Arithmetic",
    "com.arcadedb.exception.Command",
    "com.arcadedb.exception.DuplicatedKey",
    "com.arcadedb.exception.InvalidPropertyType",
    "com.arcadedb.exception.QueryNotIdempotent",
    "com.arcadedb.exception.Validation",
    "java.lang.IllegalArgument",
)
"""How the class names begin of what the engine raises for a wrong query or value."""
UNSENT = (TypeError, ValueError, OverflowError)
"""What a parameter causes that can't be encoded."""
GONE = "com.arcadedb.exception.RecordNotFoundException"
"""A record was deleted between the index and the reading of it."""
NO_ROOM = "No space left on device"

_PLAIN = frozenset((str, int, float, bool, type(None)))
REST = 10
"""So many times as long as an index was rebuilt, no other is."""
SMALL_PAGES = """ALTER DATABASE `arcadedb.indexDefaultPageSize` 16384;
ALTER DATABASE `arcadedb.bucketDefaultPageSize` 28672"""
"""A transaction copies each page that it changes, by default of 256 KB and 64 KB. From
30 KB on copies are dear, and 8 KB of a page of records are its table, however small."""
WHOLE_NUMBERS = frozenset(("recorded_at", "uses", "n"))
"""Properties in indexes that are no text; Neo4j's indexes hold values of any type."""


class ArcadeEngine:
    """The graph in the folder `path`, created where there is none.

    Raises MemoryLocked if another process (or this one) has it open, and
    GraphUnavailable if its files can't be read or written.
    """

    name = "arcadedb"
    shared = False

    def __init__(
        self,
        path: Path,
        *,
        durability: Durability = "process",
        build: Choice = "auto",
    ) -> None:
        self.path = path
        self._build = build_of(build)
        self._durability = durability
        self._writing = threading.RLock()
        self._unbuilt: set[str] = set()
        self._rest_until = 0.0
        self._lock = locked(path, GraphUnavailable)
        try:
            self._db: Any = _opened(self._build, path)
            self._db.set_wal_flush(WAL_FLUSH[durability])
            self._limit = TimeLimit(self._alter, left_in(path / "db"))
        except BaseException as error:
            self._lock.release()
            if isinstance(error, refusals()):
                raise _failure(error, f"can't open the graph in {path}") from error
            raise

    def read(self, query: str, params: Params | None = None) -> list[Row]:
        try:
            return _insisted(lambda: _rows(self._open().query, query, params))
        except GraphUnavailable as error:
            if self._db is None:  # closed by another thread meanwhile
                raise self._closed() from error
            raise

    def ask(
        self, query: str, params: Params | None, *, timeout: float, max_rows: int
    ) -> list[Row]:
        def work() -> list[Row]:
            with self._limit.of(timeout):
                return _rows(self._open().query, query, params, max_rows)

        # No daemon: a process that ends while the engine works is aborted by it.
        return waited(lambda: _insisted(work), timeout)

    def write(self, work: Callable[[Transaction], T]) -> T:
        with self._writing:
            return _insisted(lambda: self._attempt(work))

    def _attempt(self, work: Callable[[Transaction], T]) -> T:
        db = self._open()
        with _translated("can't begin a transaction"):
            db.begin()
        transaction = _ArcadeTransaction(db)
        try:
            result = work(transaction)
            if transaction.failure:  # that `work` swallowed
                raise transaction.failure
            _commit(db)
            return result
        except BaseException:
            with suppress(*refusals()):  # what went wrong first is what is told
                if db.is_transaction_active():
                    db.rollback()
            raise

    def ensure_schema(
        self, items: Sequence[SchemaItem], relationships: Sequence[str]
    ) -> None:
        db = self._open()
        script = ";\n".join(_ddl(items, relationships))
        with self._writing, _translated("can't change the schema"):
            db.command("sqlscript", script).to_list()  # one by one takes four times it

    def schema(self) -> set[tuple[str, str, tuple[str, ...]]]:
        with _translated("can't read the schema"):
            rows = self._open().query("sql", "SELECT FROM schema:indexes").to_list()
        return {
            (
                "unique" if row["unique"] else "index",
                row["typeName"],
                tuple(name for group in row["properties"] for name in group),
            )
            for row in rows
            if "fileId" not in row  # the rest are the parts of an index per bucket
        }

    def rebuild_index(self, label: str, name: str) -> None:
        """At once, or when closing, where the last time took long and is not long
        ago."""
        with self._writing:
            self._unbuilt.add(f"{label}[{name}]")
            if time.monotonic() >= self._rest_until:
                began = time.monotonic()
                self._rebuild(self._open())
                ended = time.monotonic()
                self._rest_until = ended + REST * (ended - began)

    def _rebuild(self, db: Any) -> None:
        while self._unbuilt:
            with _translated("can't rebuild an index"):
                db.command("sql", f"REBUILD INDEX `{min(self._unbuilt)}`").to_list()
            self._unbuilt.remove(min(self._unbuilt))

    def capabilities(self) -> dict[str, Any]:
        return {
            "engine": self.name,
            "version": self._build.version,
            "build": self._build.name,
            "durability": self._durability,
            "path": str(self.path),
        }

    def close(self) -> None:
        with self._writing:
            db, self._db = self._db, None
            if db is None:
                return
            try:
                with _translated(f"can't close the graph in {self.path}"), closing(db):
                    self._rebuild(db)
            finally:
                self._lock.release()

    def _alter(self, setting: str) -> None:
        with self._writing, _translated("can't change a setting"):
            if self._db is not None:
                self._db.command("sql", f"ALTER DATABASE {setting}").to_list()

    def _open(self) -> Any:
        db = self._db
        if db is None:
            raise self._closed()
        return db

    def _closed(self) -> MemoryClosed:
        return MemoryClosed(f"the graph in {self.path} was closed; open it again")


class _ArcadeTransaction:
    def __init__(self, db: Any) -> None:
        self._db = db
        self.failure: KgmemError | None = None
        """A failed statement ends its transaction, as it does on a server."""

    def run(self, query: str, params: Params | None = None) -> list[Row]:
        try:
            return _rows(self._db.command, query, params)
        except KgmemError as error:
            self.failure = error
            raise


def _commit(db: Any) -> None:
    """Commit, or leave nothing. Seen once in some 500 kills: the first commit after a
    recovery fails without a reason that the engine would call a conflict. Nothing of
    it is stored then, so it is tried again like one."""
    try:
        db.commit()
    except refusals() as error:
        failure = _failure(error, "can't commit")
        if isinstance(failure, InvalidInput) or NO_ROOM in str(failure):
            raise failure from error
        raise _Conflict(str(failure)) from error


class _Conflict(GraphUnavailable):
    """Another writer was quicker; the same work may succeed now."""


def _insisted(attempt: Callable[[], T]) -> T:
    for pause in RETRY_PAUSES:
        try:
            return attempt()
        except _Conflict:
            time.sleep(pause)
    return attempt()


def _rows(
    execute: Any, query: str, params: Params | None, most: int | None = None
) -> list[Row]:
    """All rows; QueryLimit for more than `most`, which are not read."""
    try:
        given = dict(params or {})
        if most is None:
            rows = execute("opencypher", query, _ours(given)).to_list()
        else:
            rows = first_rows(execute("opencypher", query, given), most)
    except refusals() as error:
        raise _failure(error, "the graph refused a query") from error
    except UNSENT as error:
        raise InvalidInput(f"a query's parameter: {error}") from error
    return [_plain_map(row) for row in rows]


class _Encoded(list[Any]):
    """A list that the driver encodes as it is: it copies each plain list beforehand,
    with all that is in it, to look for keys that are no text, of which we have none."""


def _ours(params: dict[str, object]) -> dict[str, object]:
    return {
        name: _Encoded(value) if type(value) is list else value
        for name, value in params.items()
    }


def _plain_map(row: Row) -> Row:
    if _PLAIN.issuperset(map(type, row.values())):
        return row
    return {
        name: value if type(value) in _PLAIN else _plain(value)
        for name, value in row.items()
    }


def _plain(value: Any) -> Any:
    """Scalars, lists and maps only; nodes become maps of their properties."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, dict):
        if "@rid" in value:  # a record, with the engine's own names beside ours
            value = {k: v for k, v in value.items() if not k.startswith("@")}
        return _plain_map(value)
    if isinstance(value, (list, set)):
        if _PLAIN.issuperset(map(type, value)):
            return value if type(value) is list else list(value)
        return [item if type(item) in _PLAIN else _plain(item) for item in value]
    record = properties_of(value)
    return str(value) if record is None else _plain_map(record)


@contextmanager
def _translated(what: str) -> Iterator[None]:
    try:
        yield
    except refusals() as error:
        raise _failure(error, what) from error


def _failure(error: Exception, what: str) -> KgmemError:
    reply = reply_of(error)
    if isinstance(error.__cause__, UNSENT):
        return InvalidInput(f"a query's parameter: {error.__cause__}")
    chain = reply.get("chain") or [["", str(error)]]
    causes = dict.fromkeys(str(text) for _, text in chain if text)  # each once
    message = f"{what}: {'; because: '.join(causes)}"
    if TIMED_OUT in message:
        return took_too_long()
    if NO_ROOM in message:
        return GraphUnavailable(f"{message}; free some disk space and try again")
    if "is locked by another process" in str(chain) or "already in use" in str(chain):
        return MemoryLocked(message)
    if reply.get("retry") == "need_retry" or any(cls == GONE for cls, _ in chain):
        return _Conflict(message)
    if any(str(cls).startswith(CALLERS_FAULT) for cls, _ in chain):
        return InvalidInput(message)
    return GraphUnavailable(message)


def _ddl(items: Sequence[SchemaItem], relationships: Sequence[str]) -> Iterator[str]:
    """SQL that makes types, properties, indexes, and edge types ahead of their use:
    a type made inside a data transaction would lock the whole schema there."""
    for item in items:
        yield f"CREATE VERTEX TYPE `{item.label}` IF NOT EXISTS"
        for name in item.properties:
            kind = "LONG" if name in WHOLE_NUMBERS else "STRING"
            yield f"CREATE PROPERTY `{item.label}`.`{name}` IF NOT EXISTS {kind}"
        columns = ", ".join(f"`{name}`" for name in item.properties)
        unique = "UNIQUE" if item.kind == "unique" else "NOTUNIQUE"
        yield f"CREATE INDEX IF NOT EXISTS ON `{item.label}` ({columns}) {unique}"
    for relationship in relationships:
        yield f"CREATE EDGE TYPE `{relationship}` IF NOT EXISTS"


def _opened(build: Build, path: Path) -> Any:
    """The database in `path/db`. A new one is made in `path/new` and moved, so that
    a process killed meanwhile leaves nothing that looks like a graph."""
    home, unfinished = path / "db", path / "new"
    with log_in(build, path / "log") as settings:
        if not home.exists():
            shutil.rmtree(unfinished, ignore_errors=True)
            with build.create(str(unfinished), *settings) as db:
                db.command("sqlscript", SMALL_PAGES).to_list()
            unfinished.rename(home)
            sync_folder(path)
            settings = ()
        _check_complete(home)
        return build.open(str(home), *settings)


def _check_complete(home: Path) -> None:
    """Raise GraphUnavailable for a folder that lost files: the engine would open it
    as a graph with less in it, and say nothing."""
    schema = _json(home / "schema.json") or _json(home / "schema.prev.json")
    if schema is None:
        missing = {"schema.json"}
    else:
        types: Mapping[str, Any] = schema.get("types") or {}
        wanted = {name for made in types.values() for name in made.get("buckets", ())}
        missing = wanted - {file.name.split(".")[0] for file in home.glob("*.bucket")}
    if missing:
        raise GraphUnavailable(
            f"{home} is damaged, it lost {', '.join(sorted(missing))}; put a backup "
            "of the folder back, or import an export into a new one"
        )


def _json(path: Path) -> dict[str, Any] | None:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None
