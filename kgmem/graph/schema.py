"""The shape of the graph, read from `graph_schema/`."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kgmem.errors import ConfigurationError
from kgmem.ports import SchemaItem
from kgmem.resources import folder

RELATIONSHIPS = (
    "ATTEMPTED_AS", "STARTS_WITH", "NEXT", "HAS_STEP", "TARGETS", "ON", "OF", "USES",
    "IN_APP", "SIMILAR_TO", "GENERALIZES", "BINDS", "HAS_SLOT", "FILLED_BY",
    "LOCATED_BY", "REPORTS", "INSTANCE_OF", "AVOID", "MENTIONS", "SUBJECT", "OBJECT",
    "SUPERSEDES", "CONTRADICTS", "NAMES", "ABOUT", "HAS_CHUNK", "STATES", "HAD",
    "HAS_MESSAGE", "HAS_PROFILE", "LIVED", "RESTS_ON", "HAS_VERSION", "HAS_LOG",
    "LED_TO",
)  # fmt: skip
"""Every relationship type; Cypher has no statement that declares one."""

_COMMENT = re.compile(r"(?m)^\s*//.*$")
_DDL = re.compile(
    r"CREATE (?P<kind>CONSTRAINT|INDEX) (?P<name>\w+) IF NOT EXISTS "
    r"FOR \(n:(?P<label>\w+)\) "
    r"(?:REQUIRE n\.(?P<unique>\w+) IS UNIQUE|ON \((?P<columns>n\.\w+(?:, n\.\w+)*)\))"
)
_CHANGES_SCHEMA = re.compile(
    r"(?:CREATE|DROP|ALTER)\s+(?:CONSTRAINT|INDEX|\w+ INDEX)\b"
)
_FILE = re.compile(r"V(?P<version>\d{3})__\w+\.cypher")


@dataclass(frozen=True, slots=True)
class Migration:
    """One file of `migrations/`: brings a graph from `version - 1` to `version`."""

    version: int
    name: str
    checksum: str
    """SHA-256 of its text, with Unix line ends."""
    items: tuple[SchemaItem, ...]
    """Constraints and indexes that it makes,"""
    statements: tuple[str, ...]
    """or what it does to the data; a file holds one of both, since a server does not
    allow both in one transaction."""


def schema_items(root: Path | None = None) -> tuple[SchemaItem, ...]:
    """Constraints and indexes of a new graph."""
    path = (root or folder("graph_schema")) / "schema.cypher"
    return tuple(_item(text, path) for text in _statements(path))


def migrations(root: Path | None = None) -> tuple[Migration, ...]:
    """All migrations, versions 1, 2, 3, …

    Raises ConfigurationError for a gap, a wrong name or a mixed file.
    """
    paths = sorted(((root or folder("graph_schema")) / "migrations").glob("*.cypher"))
    found = tuple(map(_migration, paths))
    for version, migration in enumerate(found, start=1):
        if migration.version != version:
            raise ConfigurationError(
                f"{migration.name}: the migration before it should be version "
                f"{migration.version - 1}; reinstall kgmem"
            )
    return found


def schema_version(root: Path | None = None) -> int:
    """The version that this package's schema has: its newest migration's."""
    return migrations(root)[-1].version


def _migration(path: Path) -> Migration:
    named = _FILE.fullmatch(path.name)
    if not named:
        raise ConfigurationError(f"{path}: not named like V002__what_it_does.cypher")
    texts = tuple(_statements(path))
    ddl = [text for text in texts if _CHANGES_SCHEMA.match(text)]
    if ddl and len(ddl) != len(texts):
        raise ConfigurationError(f"{path}: changes both schema and data; make it two")
    return Migration(
        version=int(named["version"]),
        name=path.name,
        checksum=hashlib.sha256(_text(path).encode()).hexdigest(),
        items=tuple(_item(text, path) for text in ddl),
        statements=() if ddl else texts,
    )


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")  # line ends become \n on every platform


def _statements(path: Path) -> Iterator[str]:
    for part in _COMMENT.sub("", _text(path)).split(";"):
        if statement := part.strip():
            yield statement


def _item(statement: str, path: Path) -> SchemaItem:
    found = _DDL.fullmatch(" ".join(statement.split()))
    if not found or (found["kind"] == "CONSTRAINT") != bool(found["unique"]):
        raise ConfigurationError(f"{path}: no dialect knows {statement!r}")
    columns = found["columns"] or f"n.{found['unique']}"
    return SchemaItem(
        kind="unique" if found["unique"] else "index",
        name=found["name"],
        label=found["label"],
        properties=tuple(name.removeprefix("n.") for name in columns.split(", ")),
    )
