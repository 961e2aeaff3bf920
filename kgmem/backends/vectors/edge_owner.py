"""Whose points a folder of vectors holds: a file beside the collections."""

import json
import os
from pathlib import Path
from uuid import uuid4

from kgmem.backends.vectors.edge_shard import translated
from kgmem.errors import OtherMemory

FILE = "memory.json"


class Owner:
    """The memory that a folder belongs to, and an id of the folder's own."""

    def __init__(self, folder: Path) -> None:
        """Gives the folder an id if it has none. Raises VectorsUnavailable."""
        self._folder = folder
        known = _read(folder / FILE)
        self.store = known.get("store") or str(uuid4())
        self._memory = known.get("memory")
        if "store" not in known:
            self._write()

    def claim(self, memory: str | None) -> None:
        """From now on the folder is this memory's. Raises OtherMemory if it is
        another's already."""
        if memory is None or memory == self._memory:
            return
        if self._memory is not None:
            raise OtherMemory(
                f"{self._folder} holds the vectors of another memory; give this one a "
                "folder of its own (KGMEM_HOME), or move that folder away, then run "
                "`kgmem repair`"
            )
        self._memory = memory
        self._write()

    def _write(self) -> None:
        whole, part = self._folder / FILE, self._folder / f"{FILE}.new"
        with translated(f"writing {whole}"):
            part.write_text(json.dumps({"store": self.store, "memory": self._memory}))
            os.replace(part, whole)


def _read(file: Path) -> dict[str, str]:
    """What it says; nothing where it is not there or torn."""
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    said = known.items() if isinstance(known, dict) else ()
    return {name: value for name, value in said if isinstance(value, str)}
