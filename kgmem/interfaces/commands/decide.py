"""`kgmem approve`, `quarantine`, `release`, `history`: who decides what is replayed."""

from rich.text import Text

from kgmem.interfaces.command import AS_JSON, argument, command, option
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.screen import print_json, screen

ID = argument("ID")
BY = option("Who decides; it is kept.", required=True)
WHY = option("What for; it is kept.", required=True)


@command()
def approve(opening: Opening, key: str = ID, by: str = BY, why: str = WHY) -> None:
    """Vouch for a run or a pattern: as good as one that a judge saw succeed.

    ID is that of a run or a pattern, or what the source of a run calls it. An approval
    of a pattern holds as long as its path stays.

    Examples:
      kgmem approve 3f2c81aa-5be0-5d0e-9c1b-0d7a52b6f7c1 --by ann --why 'watched it'
      kgmem approve run-17 --by ann --why 'as in the handbook'
    """
    with opening.memory() as memory:
        memory.approve(key, by=by, why=why)
    screen().print(f"approved {key}", markup=False)


@command()
def quarantine(opening: Opening, key: str = ID, by: str = BY, why: str = WHY) -> None:
    """Keep a run or a pattern, and never offer it.

    It is no plan, is not shown among the runs, and counts for nothing, until it is
    released. A pattern of which all runs are quarantined is so, too.

    Example:
      kgmem quarantine 3f2c81aa-5be0-5d0e-9c1b-0d7a52b6f7c1 --by ann --why 'wrong shop'
    """
    with opening.memory() as memory:
        memory.quarantine(key, by=by, why=why)
    screen().print(f"quarantined {key}", markup=False)


@command()
def release(opening: Opening, key: str = ID, by: str = BY, why: str = WHY) -> None:
    """Take an approval or a quarantine back: all is as before.

    Example:
      kgmem release 3f2c81aa-5be0-5d0e-9c1b-0d7a52b6f7c1 --by ann --why 'a mistake'
    """
    with opening.memory() as memory:
        memory.release(key, by=by, why=why)
    screen().print(f"released {key}", markup=False)


@command()
def history(
    opening: Opening,
    key: str = ID,
    as_json: bool = AS_JSON,
) -> None:
    """Show what was decided about a run or a pattern, by whom and why.

    Examples:
      kgmem history 3f2c81aa-5be0-5d0e-9c1b-0d7a52b6f7c1
      kgmem history run-17 --json
    """
    with opening.memory() as memory:
        found = memory.history(key)
    if as_json:
        print_json(found)
        return
    console = screen()
    if not found:
        console.print("Nothing was decided about it.")
    for one in found:
        line = f"{one.at:%Y-%m-%d %H:%M}  {one.verb:10}  {one.by}: {one.why}"
        console.print(Text(line), soft_wrap=True)
