"""`kgmem keys`: who may use a memory that is served."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

import click

from kgmem.serving import (
    Opening,
    Role,
    as_json,
    one_line,
    pass_opening,
    print_json,
    screen,
)

if TYPE_CHECKING:  # its packages are loaded when a command runs
    from kgmem_serve.http.access.keys import KeyFile, KeyRecord

ROLES = ("read", "write", "operate")
MOST_DAYS = 36_500


def _keys(opening: Opening) -> "KeyFile":
    from kgmem_serve.http.access.keys import KeyFile

    return KeyFile.of_home(opening.settings().home)


@click.group(
    epilog="""
\b
Examples:
  kgmem keys add ann --space shop --role read --role write
  kgmem keys list
  kgmem keys revoke ann
"""
)
def keys() -> None:
    """Make, list and revoke the keys that open a served memory.

    They are kept as hashes in keys.json in the memory's folder; a server that runs
    sees each change at once.
    """


@keys.command(
    epilog="""
\b
Examples:
  kgmem keys add ann --space shop --space desk --role read --role write
  kgmem keys add ops --all-spaces --role read --role operate --days 30
"""
)
@click.argument("name")
@click.option(
    "--space",
    "spaces",
    multiple=True,
    help="A space that the key opens.  [default: that of `kgmem --space`]",
)
@click.option("--all-spaces", is_flag=True, help="It opens every space.")
@click.option(
    "--role",
    "roles",
    type=click.Choice(ROLES),
    multiple=True,
    default=("read", "write"),
    show_default=True,
    help="read: ask; write: learn, report, forget; operate: decide, and look after it.",
)
@click.option(
    "--days",
    type=click.IntRange(1, MOST_DAYS),
    help="It expires after so many.",
)
@click.option(
    "--per-minute", type=click.IntRange(1), help="Requests it has, of its own."
)
@pass_opening
def add(
    opening: Opening,
    name: str,
    spaces: tuple[str, ...],
    all_spaces: bool,
    roles: tuple[str, ...],
    days: int | None,
    per_minute: int | None,
) -> None:
    """Make a key, and show it this once.

    Whoever has it may do what its roles say in its spaces, until it expires or is
    revoked. A role does not include another: give each.
    """
    from kgmem.serving import space_name

    if spaces and all_spaces:
        raise click.UsageError("--space and --all-spaces exclude each other")
    named = [space_name(one) for one in spaces or (opening.settings().space,)]
    expires_at = None if days is None else datetime.now(UTC) + timedelta(days=days)
    token = _keys(opening).add(
        name,
        spaces=None if all_spaces else named,
        roles=cast(tuple[Role, ...], roles),
        expires_at=expires_at,
        per_minute=per_minute,
    )
    click.echo(token)


@keys.command("list")
@as_json()
@pass_opening
def list_(opening: Opening, as_json: bool) -> None:
    """List the keys: names, spaces, roles, and whether they are valid."""
    from kgmem.serving import plain_table

    rows = [_shown(one) for one in _keys(opening).listed()]
    if as_json:
        print_json(rows)
        return
    if not rows:
        screen().print(
            "no keys: a server answers anybody on this machine, and no other"
        )
        return
    table = plain_table("name", "state", "spaces", "roles", "made", "expires")
    for row in rows:
        spaces = "all" if row["spaces"] is None else ", ".join(row["spaces"])
        told = (row["name"], row["state"], spaces, ", ".join(row["roles"]))
        days = [str(row[at] or "")[:10] for at in ("made_at", "expires_at")]
        table.add_row(*map(one_line, (*told, *days)))
    screen().print(table)


@keys.command()
@click.argument("name")
@pass_opening
def revoke(opening: Opening, name: str) -> None:
    """Have a key open nothing from now on.

    A server that runs sees it with the next request. Where the last key is revoked,
    nobody is let in.
    """
    _keys(opening).revoke(name)
    screen().print(f"revoked {name}", markup=False)


def _shown(record: "KeyRecord") -> dict[str, Any]:
    told: dict[str, Any] = record.model_dump(mode="json", exclude={"hash"})
    return {**told, "state": record.state(datetime.now(UTC))}
