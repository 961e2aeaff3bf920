"""Is there room on the disk for files that an engine maps into memory?

Writing into a mapped page for which the disk has no room ends the process (SIGBUS): no
error can be caught. So the room is looked at before.
"""

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from kgmem.errors import VectorsUnavailable

Free = Callable[[Path], int]
"""Bytes that may still be written where a folder is."""

RESERVE = 32_000_000
"""Bytes that stay free: pages of fields and logs that the engine adds as it goes, and
what other programs write in the same moment."""
MEGABYTE = 1_000_000


def free_bytes(folder: Path) -> int:
    """What is left on the disk of a folder, which need not be there yet."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def check_room(folder: Path, needed: int, doing: str, free: Free = free_bytes) -> None:
    """Raise VectorsUnavailable unless `needed` bytes and the reserve are free."""
    try:
        left = free(folder)
    except OSError as error:
        raise VectorsUnavailable(
            f"can't look at the disk of {folder}: {error}"
        ) from error
    if left < needed + RESERVE:
        raise VectorsUnavailable(
            f"too little disk space for {doing}: {left // MEGABYTE} MB are free at "
            f"{folder}, {-(-(needed + RESERVE) // MEGABYTE)} MB are needed; free some "
            "or move the memory (KGMEM_HOME); vectors follow by themselves then"
        )


def holes(files: Iterable[Path]) -> int:
    """Bytes that these files still have to be given by the disk when every page of
    them is touched; 0 where a system does not tell."""
    found = 0
    for file in files:
        status = file.stat()
        blocks = getattr(status, "st_blocks", None)
        if blocks is not None:
            found += max(0, status.st_size - blocks * 512)
    return found
