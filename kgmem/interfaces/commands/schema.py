"""`kgmem schema`: the graph's schema version, and bringing it up to date."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import click

from kgmem.graph import migrate
from kgmem.interfaces.command import AS_JSON, command, group, option
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.screen import one_line, print_json, screen
from kgmem.interfaces.tables import print_fields
from kgmem.memory import Memory
from kgmem.ports import CypherEngine
from kgmem.wiring import engine_of, wire


@group()
def schema() -> None:
    """See and update the graph's schema.

    Nothing migrates itself when a memory is opened.

    Examples:
      kgmem schema status
      kgmem schema apply
    """


@command(of=schema)
def status(
    opening: Opening,
    as_json: bool = AS_JSON,
) -> None:
    """Compare the graph's schema with this version's.

    The exit code is 1 if it is not current.

    Example:
      kgmem schema status --json
    """
    with _engine(opening) as engine:
        found = migrate.status(engine)
    plain: dict[str, object] = {"current": found.current, **asdict(found)}
    if as_json:
        print_json(plain)
    else:
        plain["pending"] = ", ".join(found.pending)
        plain["problems"] = "; ".join(found.problems)
        print_fields(screen(), plain)
    if not found.current:
        raise click.exceptions.Exit(1)


@command(of=schema)
def apply(
    opening: Opening,
    backup: Path | None = option("Before, back up all spaces into this new folder."),
) -> None:
    """Run the migrations that are pending; none, if it is current.

    Examples:
      kgmem schema apply
      kgmem schema apply --backup /backups/2026-11-27
    """
    if backup is not None:
        settings = opening.settings()
        parts = wire(settings, is_older_read=True)
        with Memory(parts, settings.space) as memory:
            report = memory.backup_to(backup)
        screen().print(f"backed up {len(report.spaces)} spaces: {report.path}")
    with _engine(opening) as engine:
        taken = migrate.apply(engine)
    for name in taken:
        screen().print(f"applied {one_line(name)}")
    if not taken:
        screen().print("the schema is current")


@contextmanager
def _engine(opening: Opening) -> Iterator[CypherEngine]:
    """The graph alone: a memory would refuse to open on an old schema."""
    engine = engine_of(opening.settings())
    try:
        yield engine
    finally:
        engine.close()
