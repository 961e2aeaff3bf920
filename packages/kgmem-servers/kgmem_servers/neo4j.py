"""CypherEngine on a Neo4j server, 5.26 or newer, through the official driver."""

import itertools
import logging
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self, TypeVar

from neo4j import (
    READ_ACCESS,
    Driver,
    GraphDatabase,
    ManagedTransaction,
    Query,
    Result,
    unit_of_work,
)
from neo4j.exceptions import AuthError, ClientError, DriverError, Neo4jError
from neo4j.exceptions import ConfigurationError as DriverConfigurationError
from neo4j.graph import Entity, Path
from pydantic import SecretStr

from kgmem import (
    ConfigurationError,
    GraphUnavailable,
    InvalidInput,
    KgmemError,
    MemoryClosed,
    Settings,
)
from kgmem.ports import Params, Row, SchemaItem, Transaction
from kgmem.servers import too_many_rows, took_too_long, waited
from kgmem_servers.neo4j_bound import WaitBound
from kgmem_servers.neo4j_params import in_one_map

T = TypeVar("T")

OLDEST = (5, 26)
"""`CALL (x) { … }` and the rest of the dialect came with this release."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds between attempts, doubled each time, of which a random half to all is
waited."""
INDEX_SECONDS = 300
"""How long `ensure_schema` waits for new indexes to be filled."""
NEVER = -1.0
"""Seconds for which the driver repeats a transaction: the engine does it, which knows
what time is left."""
UNUSED_FOR = 30
"""Seconds after which a connection is tried before it is used: a firewall may have
dropped it."""

ADDRESS = re.compile(r"(bolt|neo4j)(\+s|\+ssc)?://[^@/?#]+(/?|/?\?[^@]*)")
"""Has no user and password in it: those have settings of their own."""

QUERY_FAULT = (
    "Neo.ClientError.Procedure.",
    "Neo.ClientError.Schema.ConstraintValidationFailed",
    "Neo.ClientError.Statement.",
)
"""How the codes begin of what the server says of a wrong query or value."""

TIMED_OUT = "Neo.ClientError.Transaction.TransactionTimedOut"
"""How the codes begin of what the server says of a query that took too long."""
FETCHED = 1_000
"""Rows that are asked for together."""

CURES = {
    "Neo.ClientError.Security.AuthenticationRateLimit": "too many wrong passwords were "
    "tried: wait a little, then check KGMEM_NEO4J_PASSWORD",
    "Neo.ClientError.Security.Forbidden": "give the user of KGMEM_NEO4J_USER the right "
    "to read, write and make indexes in this database",
    "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase": "the database is "
    "read-only: make it writable, or name another one in KGMEM_NEO4J_DATABASE",
    "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase": "the database is "
    "read-only: make it writable, or name another one in KGMEM_NEO4J_DATABASE",
    "Neo.ClientError.Cluster.NotALeader": "this member of the cluster only reads: use "
    "neo4j:// in KGMEM_NEO4J_URI, which finds the one that writes",
    "Neo.TransientError.General.MemoryPoolOutOfMemoryError": "the server has too "
    "little memory for it: raise its heap and dbms.memory.transaction.total.max",
    "Neo.TransientError.General.TransactionOutOfMemoryError": "the server has too "
    "little memory for it: raise its heap and db.memory.transaction.max",
    "Neo.TransientError.General.OutOfMemoryError": "the server has too little memory: "
    "raise its heap",
    "Neo.TransientError.Request.NoThreadsAvailable": "the server has more requests "
    "than threads: ask from fewer processes, or raise its "
    "server.bolt.thread_pool_max_size",
}
"""What to do, by the code of what the server says."""
DEFAULT_CURE = "is the server running and KGMEM_NEO4J_URI right?"

# A program that set up no logging would see a line on its console for each retry: what
# fails in the end is raised, and says more.
logging.getLogger("neo4j").addHandler(logging.NullHandler())

SERVER = """
CALL dbms.components() YIELD name, versions, edition
WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version, edition
"""
UNIQUES = """
SHOW CONSTRAINTS YIELD type, entityType, labelsOrTypes, properties
WHERE entityType = 'NODE' AND type ENDS WITH 'UNIQUENESS'
RETURN labelsOrTypes[0] AS label, properties
"""
INDEXES = """
SHOW INDEXES YIELD type, entityType, labelsOrTypes, properties, owningConstraint
WHERE entityType = 'NODE' AND type = 'RANGE' AND owningConstraint IS NULL
RETURN labelsOrTypes[0] AS label, properties
"""

_PLAIN = frozenset((str, int, float, bool, type(None)))


class Neo4jEngine:
    """The graph in one database of a server; made by `connect`."""

    name = "neo4j"
    shared = True

    def __init__(self, driver: Driver, uri: str, database: str, timeout: float) -> None:
        self._driver = driver
        self._uri = uri
        self._database = database
        self._timeout = timeout
        self._closed = False
        self._server: Row = {}
        self._bound = WaitBound(driver)

    @classmethod
    def connect(
        cls, uri: str, user: str, password: SecretStr, database: str, timeout: float
    ) -> Self:
        """An engine whose server has answered; `timeout` in seconds is what a query
        or transaction may take in all, with its connection and repeats.

        Raises GraphUnavailable (unreachable, wrong password, no such database, too
        old) and ConfigurationError (not a Bolt or neo4j URI).
        """
        if not ADDRESS.fullmatch(uri):
            raise _not_an_address(uri)
        try:
            driver = GraphDatabase.driver(
                uri,
                auth=(user, password.get_secret_value()),
                connection_timeout=timeout,
                connection_acquisition_timeout=timeout,
                liveness_check_timeout=UNUSED_FOR,
                max_transaction_retry_time=NEVER,
                notifications_min_severity="OFF",
            )
        except (DriverConfigurationError, ValueError) as error:
            raise _not_an_address(uri) from error
        engine = cls(driver, uri, database, timeout)
        try:
            engine._meet_server()
        except BaseException:
            engine.close()
            raise
        return engine

    def _meet_server(self) -> None:
        with self._bound.ends_in(self._timeout), self._translated():
            [self._server] = self._read_once(SERVER, None)
        version = str(self._server["version"])
        if tuple(map(int, re.findall(r"\d+", version)[:2])) < OLDEST:
            raise GraphUnavailable(
                f"{self._uri} runs Neo4j {version}; kgmem needs 5.26 or newer"
            )

    def read(self, query: str, params: Params | None = None) -> list[Row]:
        return self._repeated(self._timeout, lambda: self._read_once(query, params))

    def _repeated(self, seconds: float, once: Callable[[], T]) -> T:
        """What `once` gives, repeated while what failed may pass and time is left."""
        # The error is worded while the time of the call is still known.
        with self._bound.ends_in(seconds), self._translated():
            pause = FIRST_PAUSE
            while True:
                try:
                    return once()
                except (Neo4jError, DriverError) as error:
                    if not error.is_retryable() or self._bound.left() <= pause:
                        raise
                time.sleep(pause * random.uniform(0.5, 1.0))
                pause = min(2 * pause, LONGEST_PAUSE)

    def _read_once(self, query: str, params: Params | None) -> list[Row]:
        # Auto-commit takes one round trip where a managed transaction takes two or
        # three. The bookmarks make it see what this engine wrote, on a cluster too.
        with self._driver.session(
            database=self._database,
            default_access_mode=READ_ACCESS,
            bookmark_manager=self._driver.execute_query_bookmark_manager,
            connection_acquisition_timeout=self._bound.left(),
        ) as session:
            text, one_map = in_one_map(query, params)
            bounded = Query(text, timeout=self._bound.left())
            return _rows(session.run, bounded, one_map)

    def ask(
        self, query: str, params: Params | None, *, timeout: float, max_rows: int
    ) -> list[Row]:
        # On another thread: to close a session waits for the end of its query.
        return waited(
            lambda: self._ask(query, params, timeout, max_rows),
            timeout + self._timeout,
            daemon=True,
        )

    def _ask(
        self, query: str, params: Params | None, timeout: float, max_rows: int
    ) -> list[Row]:
        with (
            self._bound.ends_in(timeout + self._timeout),
            self._translated(),
            self._driver.session(
                database=self._database,
                default_access_mode=READ_ACCESS,
                bookmark_manager=self._driver.execute_query_bookmark_manager,
                fetch_size=min(max_rows + 1, FETCHED),
            ) as session,
        ):
            bounded = Query(query, timeout=timeout)
            try:
                return _rows(session.run, bounded, params, max_rows)
            except Neo4jError as error:
                if str(error.code).startswith(TIMED_OUT):
                    raise took_too_long() from error
                raise

    def write(self, work: Callable[[Transaction], T]) -> T:
        return self._repeated(self._timeout, lambda: self._write_once(work))

    def _write_once(self, work: Callable[[Transaction], T]) -> T:
        bounded = unit_of_work(timeout=self._bound.left())
        with self._driver.session(
            database=self._database,
            bookmark_manager=self._driver.execute_query_bookmark_manager,
            connection_acquisition_timeout=self._bound.left(),
        ) as session:
            return session.execute_write(
                bounded(lambda tx: work(_Neo4jTransaction(tx, self)))
            )

    def ensure_schema(
        self, items: Sequence[SchemaItem], relationships: Sequence[str]
    ) -> None:
        # Neo4j makes relationship types as they come: nothing to do for them.
        def create(tx: Transaction) -> None:
            for item in items:
                tx.run(_ddl(item))

        await_indexes = f"CALL db.awaitIndexes({INDEX_SECONDS})"
        self._repeated(INDEX_SECONDS, lambda: self._write_once(create))
        self._repeated(INDEX_SECONDS, lambda: self._read_once(await_indexes, None))

    def schema(self) -> set[tuple[str, str, tuple[str, ...]]]:
        return {
            (kind, row["label"], tuple(row["properties"]))
            for kind, query in (("unique", UNIQUES), ("index", INDEXES))
            for row in self.read(query)
        }

    def rebuild_index(self, label: str, name: str) -> None:
        """Nothing: pages of an index are written over by the server itself."""

    def capabilities(self) -> dict[str, Any]:
        return {
            "engine": self.name,
            "version": self._server["version"],
            "edition": self._server["edition"],
            "uri": self._uri,
            "database": self._database,
        }

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._driver.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        if self._closed:
            raise MemoryClosed(f"the connection to {self._uri} was closed")
        try:
            yield
        except (Neo4jError, DriverError) as error:
            raise self.failure(error) from error

    def failure(self, error: Neo4jError | DriverError) -> KgmemError:
        """What to raise for it: InvalidInput for a wrong query, else
        GraphUnavailable with the cure."""
        code = str(getattr(error, "code", None) or "")
        if code.startswith(TIMED_OUT) or self._bound.is_over():
            return GraphUnavailable(
                f"{self._uri} took longer than {self._timeout:g} s: does the server "
                "hang, or has it too much to do? For more time raise "
                "KGMEM_NEO4J_TIMEOUT (seconds)"
            )
        if isinstance(error, ClientError) and code.startswith(QUERY_FAULT):
            return InvalidInput(f"the graph refused a query: {error.message}")
        if isinstance(error, AuthError):
            return GraphUnavailable(
                f"{self._uri} refused the user or password; "
                "check KGMEM_NEO4J_USER and KGMEM_NEO4J_PASSWORD"
            )
        if code.endswith("DatabaseNotFound"):
            return GraphUnavailable(
                f"{self._uri} has no database {self._database!r}; "
                "check KGMEM_NEO4J_DATABASE"
            )
        cure = CURES.get(code, DEFAULT_CURE)
        return GraphUnavailable(f"{self._uri} failed: {error}; {cure}")


def opened(settings: Settings) -> Neo4jEngine:
    """The graph that the settings name. Raises as `connect` does."""
    assert settings.neo4j_uri, "Settings.check() saw to it"
    assert settings.neo4j_password, "Settings.check() saw to it"
    return Neo4jEngine.connect(
        settings.neo4j_uri,
        settings.neo4j_user,
        settings.neo4j_password,
        settings.neo4j_database,
        settings.neo4j_timeout,
    )


def _not_an_address(uri: str) -> ConfigurationError:
    shown = re.sub(r"//.*@", "//***@", uri)
    return ConfigurationError(
        f"KGMEM_NEO4J_URI: {shown!r} is no address such as bolt://localhost:7687 or "
        "neo4j+s://host (user and password go into KGMEM_NEO4J_USER and _PASSWORD)"
    )


class _Neo4jTransaction:
    def __init__(self, tx: ManagedTransaction, engine: Neo4jEngine) -> None:
        self._tx, self._engine = tx, engine

    def run(self, query: str, params: Params | None = None) -> list[Row]:
        self._engine._bound.refresh()
        try:
            return _rows(self._tx.run, *in_one_map(query, params))
        except (Neo4jError, DriverError) as error:
            if error.is_retryable():
                raise  # as it is: the driver repeats the work only for its own errors
            raise self._engine.failure(error) from error


def _rows(
    run: Callable[[Any, dict[str, Any]], Result],
    query: str | Query,
    params: Params | None,
    most: int | None = None,
) -> list[Row]:
    """All rows; QueryLimit for more than `most`, which are not read."""
    try:
        result = run(query, dict(params or {}))
    except (OverflowError, TypeError, ValueError) as error:
        raise InvalidInput(f"a query's parameter: {error}") from error
    names = result.keys()
    records = result if most is None else itertools.islice(result, most + 1)
    rows = [dict(zip(names, map(_plain, record), strict=True)) for record in records]
    if most is not None and len(rows) > most:
        raise too_many_rows(most)
    return rows


def _plain(value: Any) -> Any:
    """Scalars, lists and maps only; nodes become maps of their properties, times
    ISO text."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, (dict, Entity)):
        return {name: _plain(value[name]) for name in value}
    if isinstance(value, Path):
        return [_plain(node) for node in value.nodes]
    return value.iso_format() if hasattr(value, "iso_format") else str(value)


def _ddl(item: SchemaItem) -> str:
    columns = ", ".join(f"n.`{name}`" for name in item.properties)
    if item.kind == "unique":
        return (
            f"CREATE CONSTRAINT `{item.name}` IF NOT EXISTS "
            f"FOR (n:`{item.label}`) REQUIRE ({columns}) IS UNIQUE"
        )
    return (
        f"CREATE INDEX `{item.name}` IF NOT EXISTS "
        f"FOR (n:`{item.label}`) ON ({columns})"
    )
