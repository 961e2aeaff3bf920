"""What a reader of a foreign format is, and what it gives."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from kgmem.learn.importing.source import Source
from kgmem.model.imported import RefusedPart


@dataclass(frozen=True, slots=True)
class ImportedRun:
    """A run that a source holds."""

    run: Mapping[str, Any]
    """Fields of a trajectory, as `memory.learn` takes them. `task` and `outcome` are
    there only where the source tells them."""
    place: str
    """Where it stands in the source."""
    title: str | None = None
    """What the source calls it: the task where nothing else tells one."""
    guessed: tuple[str, ...] = ()
    """What the source does not say itself."""
    refused: tuple[RefusedPart, ...] = ()
    """Its steps that were not read: with any, it is no success."""


class Importer(Protocol):
    """A reader of one format: an object that an entry point of `kgmem.importers` names.

    It never runs what a source holds: no pickle, no exec.
    """

    @property
    def name(self) -> str:
        """What `format=` calls it: `browser-use`."""
        ...

    @property
    def title(self) -> str:
        """What people call the format."""
        ...

    def recognizes(self, source: Source) -> str | None:
        """Why the source is of this format; None, or empty, if it is not.

        Looks at no more than the beginning: `source.sample`, `source.head`.
        """
        ...

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        """The runs, and what outside of runs was not read, one after the other.

        Raises InvalidInput where nothing can be read.
        """
        ...
