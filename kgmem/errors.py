"""What kgmem raises on purpose.

KgmemError
├── ConfigurationError      a setting is missing or wrong; names the variable
│   └── MissingExtra        a package is not installed; has the line that does it
├── InvalidInput            what the caller gave can't be used; names the field
│   └── QueryRefused        Cypher that is not read-only
├── QueryLimit              a Cypher query took longer or gave more than is allowed
├── NotFound                no such task, experience, pattern, fact or document
├── NotAllowed              the server takes no such key, or the key may not do that
├── MemoryLocked            another process holds this embedded memory
├── MemoryClosed            the memory was closed already
├── JobRunning              another process does the same job now
├── SchemaOutOfDate         the graph has another schema version; names the command
├── StoreUnavailable        a store can't be reached or refused to work
│   ├── GraphUnavailable
│   ├── VectorsUnavailable
│   │   ├── VectorsLost     a collection that was in use is gone
│   │   └── OtherMemory     the collections are another memory's
│   └── ServerUnavailable   the server of this memory can't be reached
└── ServiceError            an embedding, rerank or chat service failed
"""

from collections.abc import Callable

from kgmem.messages import said

Gate = Callable[[str], str]
_gates: list[Gate] = []


def pass_through(gate: Gate) -> None:
    """From now on, messages of errors are shown as `gate` gives them: they quote what
    was given, and what a service answered."""
    _gates[:] = [gate]


class KgmemError(Exception):
    """Root of everything that kgmem raises on purpose. Shown without secrets, in the
    language that is spoken."""

    def __str__(self) -> str:
        shown = super().__str__()
        for gate in _gates:
            shown = gate(shown)
        return said(shown)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class ConfigurationError(KgmemError):
    """A setting is missing or wrong."""


class MissingExtra(ConfigurationError):
    """A package is not installed; the message has the line that installs it."""

    def __init__(self, extra: str, what: str, lacking: str) -> None:
        """`what` needs the module `lacking`, which comes with `extra`."""
        super().__init__(
            f"{what} needs {lacking}, which is not installed: {pip_line(extra)}"
        )
        self.extra = extra


def pip_line(extra: str) -> str:
    """The command that installs an extra of kgmem."""
    return f'pip install "kgmem[{extra}]"'


class InvalidInput(KgmemError, ValueError):
    """What the caller gave can't be used; the message names the field."""


class QueryRefused(InvalidInput):
    """The Cypher text holds more than listed reading clauses."""


class QueryLimit(KgmemError):
    """A Cypher query took longer, or gave more rows, than the settings allow."""


class NotFound(KgmemError, LookupError):
    """Nothing of that id is in this space."""


class NotAllowed(KgmemError):
    """The server does not take this key, or the key may not do that."""


class MemoryLocked(KgmemError):
    """Another process holds this embedded memory."""


class MemoryClosed(KgmemError):
    """The memory was closed; open it again."""


class JobRunning(KgmemError):
    """Another process generalizes this space, or reindexes, at the moment."""


class SchemaOutOfDate(KgmemError):
    """The graph's schema is not this version's: run `kgmem schema apply`."""


class StoreUnavailable(KgmemError):
    """A store can't be reached or refused to work."""


class GraphUnavailable(StoreUnavailable):
    """The graph store can't be reached or refused to work."""


class VectorsUnavailable(StoreUnavailable):
    """The vector store can't be reached or refused to work."""


class VectorsLost(VectorsUnavailable):
    """A collection that was in use is gone: replaced by a newer one, or deleted."""


class OtherMemory(VectorsUnavailable):
    """The collections of this name hold the points of another memory."""


class ServerUnavailable(StoreUnavailable):
    """The server that owns this memory can't be reached, or has no time."""


class ServiceError(KgmemError):
    """An embedding, rerank or chat service failed or answered nonsense."""
