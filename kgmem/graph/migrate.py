"""Bring a graph to this package's schema, when told so.

The graph keeps its version in one node, (:Meta {meta_id: "schema", schema_version,
checksums}). A released migration is never edited: its checksum stands in every graph
that it was applied to, and is compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kgmem.errors import SchemaOutOfDate
from kgmem.graph.schema import RELATIONSHIPS, Migration, migrations, schema_items
from kgmem.model.values.arguments import shown
from kgmem.ports import CypherEngine, Row, SchemaItem, Transaction

META_ID = "schema"
META_KEY = SchemaItem("unique", "meta_key", "Meta", ("meta_id",))
"""Without it two appliers could each make a Meta node."""

IN_USE = """
MATCH (n:Meta|Task|Experience|Pattern|Fact|Entity|Document|Draft)
RETURN 1 AS used LIMIT 1
"""
RECORDED = """
MATCH (m:Meta {meta_id: $meta_id})
RETURN m.schema_version AS version, m.checksums AS checksums
"""
LOCK = """
// Writing makes a second applier wait here until the first one's commit.
MERGE (m:Meta {meta_id: $meta_id})
SET m.locked = true
REMOVE m.locked
"""
RECORD = """
MATCH (m:Meta {meta_id: $meta_id})
SET m.schema_version = $version, m.checksums = $checksums
"""


@dataclass(frozen=True, slots=True)
class SchemaStatus:
    """Where a graph stands; versions count from 1."""

    version: int | None
    """The graph's; None if it has none yet."""
    latest: int
    """This package's."""
    pending: tuple[str, ...]
    """Files that `apply` would run, in their order."""
    problems: tuple[str, ...]
    """What `apply` refuses to touch, each with its cure."""

    @property
    def current(self) -> bool:
        return self.version == self.latest and not self.problems


def status(engine: CypherEngine, root: Path | None = None) -> SchemaStatus:
    """Compare the graph with `graph_schema/` (or with `root`, laid out like it)."""
    known = migrations(root)
    version, checksums = _recorded(engine.read(RECORDED, {"meta_id": META_ID}))
    return SchemaStatus(
        version=version,
        latest=known[-1].version,
        pending=tuple(m.name for m in known[version or 0 :]),
        problems=tuple(_problems(version or 0, checksums, known)),
    )


def _recorded(rows: Sequence[Row]) -> tuple[int | None, list[str]]:
    """The graph's version and the checksums of its migrations. Raises SchemaOutOfDate
    if something else wrote there."""
    if not rows:
        return None, []
    version, checksums = rows[0]["version"], rows[0]["checksums"] or []
    is_version = version is None or (type(version) is int and version > 0)
    is_listed = isinstance(checksums, list) and all(
        isinstance(one, str) for one in checksums
    )
    if is_version and is_listed and not (version is None and checksums):
        return version, checksums
    told = f"; {len(checksums)} migrations are recorded" if is_listed else ""
    raise SchemaOutOfDate(
        f"the graph's record of its schema is damaged: Meta {META_ID!r} has "
        f"schema_version {shown(version)}{told}; restore a copy of the memory, or set "
        "schema_version to the number of the last migration that was applied, with a "
        "client of the graph"
    )


def apply(engine: CypherEngine, root: Path | None = None) -> list[str]:
    """Make the graph current; names of the files that it took, none if it was.

    Two at once are safe: each step is taken by one of them. Raises SchemaOutOfDate,
    with nothing done, if an applied file was edited or the graph is newer.
    """
    known = migrations(root)
    found = _sound(status(engine, root))
    if found.current:
        return []
    if _is_new(engine):
        return _create(engine, known, root)
    engine.ensure_schema([META_KEY], RELATIONSHIPS)
    pending = known[found.version or 0 :]
    return [m.name for m in pending if _migrate(engine, m, known)]


def rewrite(engine: CypherEngine, version: int) -> None:
    """Bring what a graph of this schema holds, and which an older one wrote, up to
    date."""
    later = migrations()[version:]
    statements = [text for migration in later for text in migration.statements]
    engine.write(lambda tx: [tx.run(text) for text in statements])


def ensure_new(engine: CypherEngine, root: Path | None = None) -> bool:
    """Give a graph that holds nothing of kgmem's yet the schema; True if it did.
    One that is in use is left as it is: `require_current` says what to do."""
    if not _is_new(engine):
        return False
    return bool(apply(engine, root))


def require_current(
    engine: CypherEngine, root: Path | None = None, *, is_older_read: bool = False
) -> None:
    """Raise SchemaOutOfDate, with the cure, unless the graph is at this version, or at
    an older one and read alone."""
    found = _sound(status(engine, root))
    if not found.current and not is_older_read:
        version = "no schema" if found.version is None else f"schema {found.version}"
        raise SchemaOutOfDate(
            f"the graph has {version}, this kgmem needs {found.latest}; "
            "run `kgmem schema apply`, with `--backup FOLDER` to keep a backup of what "
            "was before"
        )


def _problems(
    version: int, checksums: list[str], known: tuple[Migration, ...]
) -> list[str]:
    if version > known[-1].version:
        return [
            f"the graph has schema {version}, newer than this kgmem's "
            f"{known[-1].version}; upgrade kgmem"
        ]
    return [
        f"migrations/{migration.name} was edited after it had been applied to this "
        "graph; put the released file back and write a new migration instead"
        for migration, checksum in zip(known, checksums, strict=False)
        if migration.checksum != checksum
    ]


def _sound(found: SchemaStatus) -> SchemaStatus:
    if found.problems:
        raise SchemaOutOfDate("; ".join(found.problems))
    return found


def _is_new(engine: CypherEngine) -> bool:
    return not engine.read(IN_USE)


def _create(
    engine: CypherEngine, known: tuple[Migration, ...], root: Path | None
) -> list[str]:
    engine.ensure_schema(schema_items(root), RELATIONSHIPS)
    return ["schema.cypher"] if engine.write(partial(_take, (), known)) else []


def _migrate(
    engine: CypherEngine, migration: Migration, known: tuple[Migration, ...]
) -> bool:
    engine.ensure_schema(migration.items, RELATIONSHIPS)
    upto = known[: migration.version]
    return engine.write(partial(_take, migration.statements, upto))


def _take(
    statements: tuple[str, ...], upto: tuple[Migration, ...], tx: Transaction
) -> bool:
    """Run the statements and record the new version, unless another applier did."""
    version = upto[-1].version
    tx.run(LOCK, {"meta_id": META_ID})
    [recorded] = tx.run(RECORDED, {"meta_id": META_ID})
    if (recorded["version"] or 0) >= version:
        return False
    for statement in statements:
        tx.run(statement)
    checksums = [migration.checksum for migration in upto]
    tx.run(RECORD, {"meta_id": META_ID, "version": version, "checksums": checksums})
    return True
