"""What an export or an import of a whole memory did."""

from collections.abc import Mapping
from typing import Literal

from pydantic import AwareDatetime, Field

from kgmem.model.base import Value

Counts = Mapping[str, int]
"""By label, or by type of relationship."""


class ExportReport(Value):
    """What was written to a file."""

    path: str
    space: str
    runs: int
    """Runs in the file, each of them whole."""
    nodes: Counts = Field(default_factory=dict)
    relationships: Counts = Field(default_factory=dict)
    size: int
    """Bytes of the file."""
    seconds: float = 0.0


class ImportReport(Value):
    """What was taken up from an export."""

    path: str
    space: str
    stored: Counts = Field(default_factory=dict)
    """Nodes that are new to this memory,"""
    existing: Counts = Field(default_factory=dict)
    """nodes that were there: they stay as they are,"""
    skipped: Counts = Field(default_factory=dict)
    """and nodes that were left out: what was forgotten or cleaned up here, and the
    parts of what this memory knows in another state."""
    relationships: Counts = Field(default_factory=dict)
    """New relationships."""
    recounted: int = 0
    """Tasks whose runs were counted anew, since both memories had some."""
    vectors: Literal["indexed", "pending"] = "indexed"
    """`pending`: they follow when index and embedder answer, nothing is lost."""
    seconds: float = 0.0

    def counts(self) -> dict[str, int | float | str]:
        """It in short: sums over all labels and types."""
        return {
            "stored": sum(self.stored.values()),
            "existing": sum(self.existing.values()),
            "skipped": sum(self.skipped.values()),
            "relationships": sum(self.relationships.values()),
            "recounted": self.recounted,
            "vectors": self.vectors,
            "seconds": round(self.seconds, 1),
        }


class BackedUp(Value):
    """One space in a backup."""

    space: str
    file: str
    """Its name in the backup's folder."""
    size: int
    """Bytes."""
    sha256: str
    runs: int


class BackupManifest(Value):
    """What a backup says of itself, in `manifest.json`."""

    kgmem_backup: Literal[1] = 1
    kgmem: str
    """The version that wrote it."""
    at: AwareDatetime
    spaces: tuple[BackedUp, ...]


class BackupReport(Value):
    """What was written into a folder."""

    path: str
    spaces: tuple[BackedUp, ...]
    size: int
    """Bytes of all files."""
    seconds: float = 0.0


class RestoreReport(Value):
    """What was taken up from a backup."""

    path: str
    at: AwareDatetime
    """When it was made."""
    spaces: tuple[ImportReport, ...]
    seconds: float = 0.0
