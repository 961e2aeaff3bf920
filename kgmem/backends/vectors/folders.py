"""What a power cut must not undo in a folder."""

import os
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut; Windows has no call for it."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
