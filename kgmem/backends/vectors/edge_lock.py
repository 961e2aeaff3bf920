"""Who holds the vectors' folder: one process, and in it one or more indexes."""

import threading
from pathlib import Path

from kgmem.backends.vectors.holder import locked
from kgmem.errors import VectorsUnavailable
from kgmem.ports import Generation


class FolderLock:
    """A lock on a folder, held until the last index that shares it lets go.

    It stands beside the engine's own, so that a folder that can't be loaded is known
    to be damaged and not merely busy. Raises MemoryLocked if another process (or an
    index of this one that was not made `beside`) has the folder.
    """

    def __init__(self, path: Path) -> None:
        self._file = locked(path, VectorsUnavailable)
        self._mutex = threading.Lock()
        self._uses: dict[object, Generation | None] = {}

    def hold(self, holder: object, generation: Generation | None) -> None:
        """Note that `holder` is there and what it uses."""
        with self._mutex:
            self._uses[holder] = generation

    def let_go(self, holder: object) -> None:
        """Forget `holder`; the last one opens the folder to others."""
        with self._mutex:
            self._uses.pop(holder, None)
            if not self._uses:
                self._file.release()

    def used_by_another(self, holder: object, generation: Generation) -> bool:
        """Whether another index of this process reads or writes this generation."""
        with self._mutex:
            return any(
                used == generation
                for other, used in self._uses.items()
                if other is not holder
            )
