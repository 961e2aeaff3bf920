"""`kgmem export` and `kgmem clear`: a memory into a file, and out of its stores."""

from pathlib import Path

import click

from kgmem.graph.spaces.clearing import ClearKind
from kgmem.interfaces.command import AS_JSON, argument, command, option
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.screen import print_json, progress_bar, screen

CLEARED: dict[ClearKind, str] = {
    "tasks": "all tasks with their runs and patterns",
    "patterns": "all patterns",
    "facts": "all facts",
    "documents": "all documents",
    "all": "everything",
}


@command()
def export(
    opening: Opening,
    file: Path = argument(),
    force: bool = option("Overwrite FILE."),
    as_json: bool = AS_JSON,
) -> None:
    """Write all of the space into a file, for `kgmem import`.

    JSON Lines, packed if FILE ends in .gz, readable by its owner alone. Runs that are
    learned meanwhile are in it whole or not at all; an export that is interrupted
    leaves no file. Vectors are not in it: an import makes them anew.

    Examples:
      kgmem export backup.jsonl.gz
      kgmem --home /data/new import backup.jsonl.gz
    """
    with opening.memory() as memory, progress_bar("exporting") as advance:
        report = memory.export_to(file, overwrite=force, progress=advance)
    if as_json:
        print_json(report)
        return
    nodes, edges = (
        sum(counts.values()) for counts in (report.nodes, report.relationships)
    )
    screen().print(
        f"{report.path}: {report.runs} runs, {nodes} nodes, {edges} relationships, "
        f"{report.size} bytes, in {report.seconds:.1f} s",
        soft_wrap=True,
    )


@command()
def clear(
    opening: Opening,
    kind: ClearKind = option("What goes.", required=True),
    yes: bool = option("Don't ask."),
) -> None:
    """Delete everything of one kind from both stores of the space.

    With the tasks go their runs and patterns; facts that were read from documents stay
    when documents go. It can't be undone, but what was cleared may be learned again.
    A clear that was interrupted goes on when it is repeated.

    Examples:
      kgmem clear --kind patterns
      kgmem --space team-a clear --kind all --yes
    """
    space = opening.settings().space
    if not yes:
        asked = f"Clear {CLEARED[kind]} of space {space!r}?"
        click.confirm(asked, abort=True, err=True)
    with opening.memory() as memory, progress_bar("clearing") as advance:
        gone = memory.clear(kind, progress=advance)
    screen().print(
        f"cleared {CLEARED[kind]} of space {space!r}: {gone}", soft_wrap=True
    )
