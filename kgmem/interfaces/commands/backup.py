"""`kgmem backup`, `kgmem restore`, `kgmem spaces`: all tenants of a memory."""

from pathlib import Path

from kgmem.interfaces.command import AS_JSON, argument, command
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.screen import print_json, progress_bar, screen


@command()
def backup(
    opening: Opening,
    folder: Path = argument(),
    as_json: bool = AS_JSON,
) -> None:
    """Write all spaces into the new folder FOLDER, for `kgmem restore`.

    An export of each space, and a manifest with their sums. Others learn and recall
    meanwhile; a backup that is interrupted leaves no folder.

    Examples:
      kgmem backup /backups/2026-11-27
      kgmem --home /data/new restore /backups/2026-11-27
    """
    with opening.memory() as memory, progress_bar("backing up") as advance:
        report = memory.backup_to(folder, progress=advance)
    if as_json:
        print_json(report)
        return
    runs = sum(one.runs for one in report.spaces)
    screen().print(
        f"{report.path}: {len(report.spaces)} spaces, {runs} runs, {report.size} "
        f"bytes, in {report.seconds:.1f} s",
        soft_wrap=True,
    )


@command()
def restore(
    opening: Opening,
    folder: Path = argument(),
    as_json: bool = AS_JSON,
) -> None:
    """Take up all spaces of FOLDER, which `kgmem backup` wrote.

    What is here stays as it is; all files are compared with their sums before
    anything is written. After an interruption call it again.

    Examples:
      kgmem restore /backups/2026-11-27
      kgmem --home /data/new restore /backups/2026-11-27
    """
    with opening.memory() as memory, progress_bar("restoring") as advance:
        report = memory.restore_from(folder, progress=advance)
    if as_json:
        print_json(report)
        return
    stored = sum(sum(one.stored.values()) for one in report.spaces)
    screen().print(
        f"{report.path}: {len(report.spaces)} spaces, {stored} new nodes, in "
        f"{report.seconds:.1f} s",
        soft_wrap=True,
    )


@command()
def spaces(
    opening: Opening,
    as_json: bool = AS_JSON,
) -> None:
    """List the spaces that hold something.

    Example:
      kgmem spaces
    """
    with opening.memory() as memory:
        names = memory.spaces()
    if as_json:
        print_json(names)
        return
    for name in names:
        screen().print(name, markup=False, soft_wrap=True)
