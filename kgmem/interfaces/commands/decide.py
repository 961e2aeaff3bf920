"""`kgmem approve`, `quarantine`, `release`, `history`: who decides what is replayed."""

from collections.abc import Callable
from typing import TypeVar

import click
from rich.text import Text

from kgmem.interfaces.arguments import as_json
from kgmem.interfaces.opening import Opening, pass_opening
from kgmem.interfaces.screen import print_json, screen

Command = TypeVar("Command", bound=Callable[..., object])


def _decision(command: Command) -> Command:
    """The arguments of each decision."""
    for option in (
        click.option("--why", required=True, help="What for; it is kept."),
        click.option("--by", required=True, help="Who decides; it is kept."),
        click.argument("key", metavar="ID"),
    ):
        command = option(command)
    return command


@click.command(
    epilog="""
\b
Examples:
  kgmem approve 3f2c81aa-5be0-5d0e-9c1b-0d7a52b6f7c1 --by ann --why 'watched it'
  kgmem approve run-17 --by ann --why 'as in the handbook'
"""
)
@_decision
@pass_opening
def approve(opening: Opening, key: str, by: str, why: str) -> None:
    """Vouch for a run or a pattern: as good as one that a judge saw succeed.

    ID is that of a run or a pattern, or what the source of a run calls it. An approval
    of a pattern holds as long as its path stays.
    """
    with opening.memory() as memory:
        memory.approve(key, by=by, why=why)
    screen().print(f"approved {key}", markup=False)


@click.command(
    epilog="""
\b
Example:
  kgmem quarantine 3f2c81aa-5be0-5d0e-9c1b-0d7a52b6f7c1 --by ann --why 'wrong shop'
"""
)
@_decision
@pass_opening
def quarantine(opening: Opening, key: str, by: str, why: str) -> None:
    """Keep a run or a pattern, and never offer it.

    It is no plan, is not shown among the runs, and counts for nothing, until it is
    released. A pattern of which all runs are quarantined is so, too.
    """
    with opening.memory() as memory:
        memory.quarantine(key, by=by, why=why)
    screen().print(f"quarantined {key}", markup=False)


@click.command(
    epilog="""
\b
Example:
  kgmem release 3f2c81aa-5be0-5d0e-9c1b-0d7a52b6f7c1 --by ann --why 'a mistake'
"""
)
@_decision
@pass_opening
def release(opening: Opening, key: str, by: str, why: str) -> None:
    """Take an approval or a quarantine back: all is as before."""
    with opening.memory() as memory:
        memory.release(key, by=by, why=why)
    screen().print(f"released {key}", markup=False)


@click.command(
    epilog="""
\b
Examples:
  kgmem history 3f2c81aa-5be0-5d0e-9c1b-0d7a52b6f7c1
  kgmem history run-17 --json
"""
)
@click.argument("key", metavar="ID")
@as_json()
@pass_opening
def history(opening: Opening, key: str, as_json: bool) -> None:
    """Show what was decided about a run or a pattern, by whom and why."""
    with opening.memory() as memory:
        found = memory.history(key)
    if as_json:
        print_json([one.model_dump(mode="json") for one in found])
        return
    console = screen()
    if not found:
        console.print("Nothing was decided about it.")
    for one in found:
        line = f"{one.at:%Y-%m-%d %H:%M}  {one.verb:10}  {one.by}: {one.why}"
        console.print(Text(line), soft_wrap=True)
