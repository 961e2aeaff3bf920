"""CypherEngine on a Neo4j server, 5.26 or newer, through the official driver."""

import itertools
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
)
from neo4j.exceptions import AuthError, ClientError, DriverError, Neo4jError
from neo4j.exceptions import ConfigurationError as DriverConfigurationError
from neo4j.graph import Entity, Path
from pydantic import SecretStr

from kgmem.backends.query_limits import too_many_rows, took_too_long, waited
from kgmem.errors import (
    ConfigurationError,
    GraphUnavailable,
    InvalidInput,
    KgmemError,
    MemoryClosed,
)
from kgmem.ports import Params, Row, SchemaItem, Transaction

T = TypeVar("T")

OLDEST = (5, 26)
"""`CALL (x) { … }` and the rest of the dialect came with this release."""
READ_PAUSE = 0.2
"""Seconds between attempts of a read; writes are repeated by the driver."""
INDEX_SECONDS = 300
"""How long `ensure_schema` waits for new indexes to be filled."""

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

    def __init__(self, driver: Driver, uri: str, database: str, timeout: float) -> None:
        self._driver = driver
        self._uri = uri
        self._database = database
        self._timeout = timeout
        self._closed = False
        self._server: Row = {}

    @classmethod
    def connect(
        cls, uri: str, user: str, password: SecretStr, database: str, timeout: float
    ) -> Self:
        """An engine whose server has answered; `timeout` in seconds is for getting
        a connection, and for how long a query that failed for a while is repeated.

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
                max_transaction_retry_time=timeout,
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
        with self._translated():
            [self._server] = self._read_once(SERVER, None)
        version = str(self._server["version"])
        if tuple(map(int, re.findall(r"\d+", version)[:2])) < OLDEST:
            raise GraphUnavailable(
                f"{self._uri} runs Neo4j {version}; kgmem needs 5.26 or newer"
            )

    def read(self, query: str, params: Params | None = None) -> list[Row]:
        with self._translated():
            end = time.monotonic() + self._timeout
            while True:
                try:
                    return self._read_once(query, params)
                except (Neo4jError, DriverError) as error:
                    if not error.is_retryable() or time.monotonic() > end:
                        raise
                    time.sleep(READ_PAUSE)

    def _read_once(self, query: str, params: Params | None) -> list[Row]:
        # Auto-commit takes one round trip where a managed transaction takes two or
        # three. The bookmarks make it see what this engine wrote, on a cluster too.
        with self._driver.session(
            database=self._database,
            default_access_mode=READ_ACCESS,
            bookmark_manager=self._driver.execute_query_bookmark_manager,
        ) as session:
            return _rows(session.run, query, params)

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
            self._translated(),
            self._driver.session(
                database=self._database,
                default_access_mode=READ_ACCESS,
                bookmark_manager=self._driver.execute_query_bookmark_manager,
                fetch_size=min(max_rows + 1, FETCHED),
            ) as session,
        ):
            bounded = Query(query, timeout=timeout)
            return _rows(session.run, bounded, params, max_rows)

    def write(self, work: Callable[[Transaction], T]) -> T:
        with (
            self._translated(),
            self._driver.session(
                database=self._database,
                bookmark_manager=self._driver.execute_query_bookmark_manager,
            ) as session,
        ):
            return session.execute_write(lambda tx: work(_Neo4jTransaction(tx, self)))

    def ensure_schema(
        self, items: Sequence[SchemaItem], relationships: Sequence[str]
    ) -> None:
        # Neo4j makes relationship types as they come: nothing to do for them.
        def create(tx: Transaction) -> None:
            for item in items:
                tx.run(_ddl(item))

        self.write(create)
        self.read(f"CALL db.awaitIndexes({INDEX_SECONDS})")

    def schema(self) -> set[tuple[str, str, tuple[str, ...]]]:
        return {
            (kind, row["label"], tuple(row["properties"]))
            for kind, query in (("unique", UNIQUES), ("index", INDEXES))
            for row in self.read(query)
        }

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
        if code.startswith(TIMED_OUT):
            return took_too_long()
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
        return GraphUnavailable(
            f"{self._uri} failed: {error}; is the server running and "
            "KGMEM_NEO4J_URI right?"
        )


def _not_an_address(uri: str) -> ConfigurationError:
    shown = re.sub(r"//.*@", "//***@", uri)
    return ConfigurationError(
        f"KGMEM_NEO4J_URI: {shown!r} is no address such as bolt://localhost:7687 or "
        "neo4j+s://host (user and password go into KGMEM_NEO4J_USER and _PASSWORD)"
    )


class _Neo4jTransaction:
    def __init__(self, tx: ManagedTransaction, engine: Neo4jEngine) -> None:
        self._tx = tx
        self._engine = engine

    def run(self, query: str, params: Params | None = None) -> list[Row]:
        try:
            return _rows(self._tx.run, query, params)
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
