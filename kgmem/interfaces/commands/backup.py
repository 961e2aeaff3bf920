"""`kgmem backup`, `kgmem restore`, `kgmem spaces`: all tenants of a memory."""

from pathlib import Path

import click

from kgmem.interfaces.arguments import FileName, as_json
from kgmem.interfaces.opening import Opening, pass_opening
from kgmem.interfaces.screen import print_json, progress_bar, screen


@click.command(
    epilog="""
\b
Examples:
  kgmem backup /backups/2026-11-27
  kgmem --home /data/new restore /backups/2026-11-27
"""
)
@click.argument("folder", type=FileName(path_type=Path))
@as_json()
@pass_opening
def backup(opening: Opening, folder: Path, as_json: bool) -> None:
    """Write all spaces into the new folder FOLDER, for `kgmem restore`.

    An export of each space, and a manifest with their sums. Others learn and recall
    meanwhile; a backup that is interrupted leaves no folder.
    """
    with opening.memory() as memory, progress_bar("backing up") as advance:
        report = memory.backup_to(folder, progress=advance)
    if as_json:
        print_json(report.model_dump(mode="json"))
        return
    runs = sum(one.runs for one in report.spaces)
    screen().print(
        f"{report.path}: {len(report.spaces)} spaces, {runs} runs, {report.size} "
        f"bytes, in {report.seconds:.1f} s",
        soft_wrap=True,
    )


@click.command(
    epilog="""
\b
Examples:
  kgmem restore /backups/2026-11-27
  kgmem --home /data/new restore /backups/2026-11-27
"""
)
@click.argument("folder", type=FileName(path_type=Path))
@as_json()
@pass_opening
def restore(opening: Opening, folder: Path, as_json: bool) -> None:
    """Take up all spaces of FOLDER, which `kgmem backup` wrote.

    What is here stays as it is; all files are compared with their sums before
    anything is written. After an interruption call it again.
    """
    with opening.memory() as memory, progress_bar("restoring") as advance:
        report = memory.restore_from(folder, progress=advance)
    if as_json:
        print_json(report.model_dump(mode="json"))
        return
    stored = sum(sum(one.stored.values()) for one in report.spaces)
    screen().print(
        f"{report.path}: {len(report.spaces)} spaces, {stored} new nodes, in "
        f"{report.seconds:.1f} s",
        soft_wrap=True,
    )


@click.command(
    epilog="""
\b
Example:
  kgmem spaces
"""
)
@as_json()
@pass_opening
def spaces(opening: Opening, as_json: bool) -> None:
    """List the spaces that hold something."""
    with opening.memory() as memory:
        names = memory.spaces()
    if as_json:
        print_json(names)
        return
    for name in names:
        screen().print(name, markup=False, soft_wrap=True)
