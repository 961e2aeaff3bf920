"""`kgmem keys`: who may use a memory that is served."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import click

from kgmem.serving import (
    AS_JSON,
    Opening,
    Role,
    argument,
    command,
    group,
    one_line,
    option,
    print_json,
    screen,
)

if TYPE_CHECKING:  # its packages are loaded when a command runs
    from kgmem_serve.http.access.keys import KeyFile, KeyRecord

MOST_DAYS = 36_500


def _keys(opening: Opening) -> "KeyFile":
    from kgmem_serve.http.access.keys import KeyFile

    return KeyFile.of_home(opening.settings().home)


@group()
def keys() -> None:
    """Make, list and revoke the keys that open a served memory.

    They are kept as hashes in keys.json in the memory's folder; a server that runs
    sees each change at once.

    Examples:
      kgmem keys add ann --space shop --role read --role write
      kgmem keys list
      kgmem keys revoke ann
    """


@command(of=keys)
def add(
    opening: Opening,
    name: str = argument(),
    spaces: tuple[str, ...] = option(
        "A space that the key opens.  [default: that of `kgmem --space`]", "--space"
    ),
    all_spaces: bool = option("It opens every space."),
    roles: tuple[Role, ...] = option(
        "read: ask; write: learn, report, forget; operate: decide, and look after it.",
        "--role",
        default=("read", "write"),
    ),
    days: int | None = option(
        "It expires after so many.", type=click.IntRange(1, MOST_DAYS)
    ),
    per_minute: int | None = option("Requests it has, of its own.", least=1),
) -> None:
    """Make a key, and show it this once.

    Whoever has it may do what its roles say in its spaces, until it expires or is
    revoked. A role does not include another: give each.

    Examples:
      kgmem keys add ann --space shop --space desk --role read --role write
      kgmem keys add ops --all-spaces --role read --role operate --days 30
    """
    from kgmem.serving import space_name

    if spaces and all_spaces:
        raise click.UsageError("--space and --all-spaces exclude each other")
    named = [space_name(one) for one in spaces or (opening.settings().space,)]
    expires_at = None if days is None else datetime.now(UTC) + timedelta(days=days)
    token = _keys(opening).add(
        name,
        spaces=None if all_spaces else named,
        roles=roles,
        expires_at=expires_at,
        per_minute=per_minute,
    )
    click.echo(token)


@command(of=keys)
def list_(opening: Opening, as_json: bool = AS_JSON) -> None:
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


@command(of=keys)
def revoke(opening: Opening, name: str = argument()) -> None:
    """Have a key open nothing from now on.

    A server that runs sees it with the next request. Where the last key is revoked,
    nobody is let in.
    """
    _keys(opening).revoke(name)
    screen().print(f"revoked {name}", markup=False)


def _shown(record: "KeyRecord") -> dict[str, Any]:
    told: dict[str, Any] = record.model_dump(mode="json", exclude={"hash"})
    return {**told, "state": record.state(datetime.now(UTC))}
