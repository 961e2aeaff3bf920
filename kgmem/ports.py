"""What the flows need from outside, in kgmem's words.

Each port is proved by one contract suite that runs against every backend.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    BinaryIO,
    Literal,
    NamedTuple,
    Protocol,
    TypeVar,
    runtime_checkable,
)

from kgmem.model.document import Block
from kgmem.model.fact import Extraction
from kgmem.model.values.similarity import SimilarityScale

T = TypeVar("T")
Row = dict[str, Any]
Params = Mapping[str, Any]
if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Vectors = npt.NDArray[np.float32]
else:  # a tenth of a second, for whoever names a port
    Vectors = Any
Collection = Literal["experiences", "facts"]


class Transaction(Protocol):
    """One write transaction: all of it or nothing."""

    def run(self, query: str, params: Params | None = None) -> list[Row]:
        """Run one statement; rows are plain scalars, lists and maps."""


@dataclass(frozen=True, slots=True)
class SchemaItem:
    """One line of `graph_schema/schema.cypher`, in no dialect."""

    kind: Literal["unique", "index"]
    name: str
    label: str
    properties: tuple[str, ...]


class CypherEngine(Protocol):
    """A graph database that speaks the one Cypher text.

    Errors: GraphUnavailable for anything that the server or the file system did,
    InvalidInput for a query that it can't parse.
    """

    name: str
    shared: bool
    """May other processes use the same graph at the same time?"""

    def read(self, query: str, params: Params | None = None) -> list[Row]:
        """Rows of one reading query, outside of any write."""

    def ask(
        self, query: str, params: Params | None, *, timeout: float, max_rows: int
    ) -> list[Row]:
        """Rows of one reading query that a person wrote.

        Raises QueryLimit after `timeout` seconds and for more than `max_rows` rows; a
        KeyboardInterrupt gets through meanwhile.
        """

    def write(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` in one transaction; conflicts are retried, so it may run
        more than once."""

    def ensure_schema(
        self, items: Sequence[SchemaItem], relationships: Sequence[str]
    ) -> None:
        """Create what is missing; what is there stays."""

    def schema(self) -> set[tuple[str, str, tuple[str, ...]]]:
        """(kind, label, properties) of each constraint and index there is."""

    def rebuild_index(self, label: str, name: str) -> None:
        """Write the index of a property anew, without what deleted nodes had there;
        nothing on a server, which does so by itself."""

    def capabilities(self) -> dict[str, Any]:
        """Name, version, durability, where it is."""

    def close(self) -> None:
        """Release it; a second call does nothing."""


@dataclass(frozen=True, slots=True)
class Sparse:
    """Token weights by token number (uint32), numbers ascending."""

    indices: tuple[int, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class VectorPoint:
    """What the index keeps of one node of the graph."""

    point_id: str
    """A UUID: the node's own id."""
    space: str
    kind: str
    """`task`, `fact`, `chunk`, `message`."""
    version: int
    dense: Sequence[float]
    sparse: Sparse
    payload: Mapping[str, str | int | float | Sequence[str]] = field(
        default_factory=dict
    )


@dataclass(frozen=True, slots=True)
class VectorQuery:
    """One search; `where` filters before the best `limit` are taken.

    A `where` value is one string, or several of which one must match.
    """

    space: str
    kinds: Sequence[str]
    limit: int
    dense: Sequence[float] | None = None
    sparse: Sparse | None = None
    where: Mapping[str, str | Sequence[str]] = field(default_factory=dict)


class VectorHit(NamedTuple):
    """A point that was found, with the raw score of its list."""

    point_id: str
    score: float


@dataclass(frozen=True, slots=True)
class Found:
    """Both lists of one search, best first."""

    dense: tuple[VectorHit, ...] = ()
    sparse: tuple[VectorHit, ...] = ()


@dataclass(frozen=True, slots=True)
class Generation:
    """One build of the index for one embedding model."""

    number: int
    model: str
    """Id of the embedding model; vectors of two models never mix."""
    dimensions: int
    memory: str | None = field(default=None, compare=False)
    """Id of the memory whose points it holds; None: nobody asks."""


class VectorIndex(Protocol):
    """The graph's projection into dense and sparse vectors.

    Errors: VectorsUnavailable for anything that the server or files did, VectorsLost
    where a collection that was in use is gone.
    """

    name: str
    exclusive: bool
    """Can no other process use the same points?"""

    @property
    def store(self) -> str:
        """Tells this vector store from others; the same after it is opened again."""

    def use(self, generation: Generation) -> dict[Collection, int]:
        """Make this generation the one that is read and written; create it if it
        is not there (payload indexes before data). Gives how many points it holds,
        about; zero only where there are none.

        Raises OtherMemory, with nothing changed, if they are another memory's."""

    def publish(self) -> None:
        """Have other tools find the generation in use under a name without number;
        the first `use` of an index that was not made `beside` one does so, too."""

    def waiting_settings(self) -> Sequence[str]:
        """Names of settings that hold from the next reindex on. A store that was left
        alone since it did not answer is asked all the same: an operator wants to
        know. Raises VectorsUnavailable."""

    def drop(self, generation: Generation) -> None:
        """Remove a generation that is no longer used; none there is no error."""

    def beside(self) -> "VectorIndex":
        """The same store again, to fill another generation while this one serves.
        Each is closed on its own."""

    def upsert(self, collection: Collection, points: Sequence[VectorPoint]) -> None:
        """Write points; one that is there with a higher version stays."""

    def delete(self, collection: Collection, point_ids: Sequence[str]) -> None:
        """Remove points; one that is not there is no error."""

    def search(
        self, collection: Collection, queries: Sequence[VectorQuery]
    ) -> list[Found]:
        """Answers in the order of the queries, in one round trip."""

    def dense(
        self, collection: Collection, space: str, point_ids: Sequence[str]
    ) -> dict[str, Sequence[float]]:
        """Dense unit vectors by point id; what the space lacks is missing."""

    def cosines(
        self,
        collection: Collection,
        space: str,
        vector: Sequence[float],
        point_ids: Sequence[str],
    ) -> dict[str, float]:
        """By point id the cosine of its dense vector to this one; what the space lacks
        is missing."""

    def versions(self, collection: Collection, space: str) -> dict[str, int]:
        """Version by point id, of all points of a space (for doctor and repair)."""

    def held(self, collection: Collection, point_ids: Sequence[str]) -> dict[str, int]:
        """Version by point id, of those of these points that are there."""

    def count(self, collection: Collection, space: str) -> int:
        """How many points a space has."""

    def outside(self, collection: Collection, spaces: Sequence[str]) -> list[str]:
        """Ids of the points of all other spaces (for doctor and repair)."""

    def flush(self) -> None:
        """Return when everything written would survive a power cut."""

    def capabilities(self) -> dict[str, Any]:
        """Name, version, generation, where it is."""

    def close(self) -> None:
        """Flush and release it; a second call does nothing."""


class Embedder(Protocol):
    """Text to unit vectors. Same text and model, same vector."""

    model: str
    """Names the model, its version and its processing."""
    dimensions: int
    calibration: SimilarityScale | None
    """None: similarities rank, but authorize nothing."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """float32 of shape (len(texts), dimensions), rows of length 1."""


class Reranker(Protocol):
    """Relevance of documents to a query."""

    model: str

    def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        """One score in 0..1 per document, in their order."""


class LanguageModel(Protocol):
    """A chat model that answers in JSON."""

    model: str

    def complete(self, prompt: str) -> str:
        """The model's answer to one user message, asked for as a JSON object."""


@runtime_checkable
class Service(Protocol):
    """What can be told of a service that is asked over the network."""

    name: str

    def report(self) -> dict[str, int | float | None]:
        """Requests, tokens, seconds waited and cost so far."""

    def condition(self) -> dict[str, Any]:
        """Its host, and whether it may be asked now."""

    def close(self) -> None:
        """Let go of its connections; a second call does nothing."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or mark of a text, with what a tagger says of it."""

    text: str
    start: int
    end: int
    """`text[start:end]` of the tagged text."""
    sentence: int
    """Number of its sentence, from 0."""
    pos: str
    """Part of speech: Universal Dependencies' in English, jieba's in Chinese."""
    lemma: str = ""
    tag: str = ""
    """Finer part of speech (Penn Treebank), where there is one."""
    dep: str = ""
    """Its relation to its head; `ROOT` for the head of a sentence."""
    head: int = 0
    """Number of the token that it hangs on, among all that were returned."""
    entity: str = ""
    """`B-PERSON` where a named entity begins, `I-PERSON` within; empty: none."""


class Tagger(Protocol):
    """Parts of speech, and where it has them dependencies and named entities.

    What it needs is loaded at the first call, once, by whatever thread comes first.
    """

    model: str

    def tag(self, text: str) -> list[Token]:
        """The tokens in order, without white space.

        Raises ServiceError if its model can't be loaded.
        """

    def tag_many(self, texts: Sequence[str]) -> list[list[Token]]:
        """The same for several texts, which may take less time than one by one."""


class TaggedText(Protocol):
    """A text that is read as far as it can be by itself."""

    text: str


class StatementReader(Protocol):
    """Finds names and statements in texts."""

    def tag(self, texts: Sequence[str]) -> list[Any]:
        """The texts, tagged together, for `read`."""

    def read(self, text: Any, known: Mapping[str, str | None]) -> Extraction:
        """What a tagged text names and states; `known` are kinds by key, of names that
        the graph holds."""

    def capabilities(self) -> dict[str, object]:
        """What it reads with; None: it is not there. `degraded` says what is lost."""


Query = Callable[[str, Mapping[str, str]], Sequence[Mapping[str, Any]]]
"""A reading query and its parameters -> rows."""


class Unseen(Exception):
    """An effect can't be looked at: the reason."""


class EffectSource(Protocol):
    """Looks at effects from elsewhere than the page. Each method raises Unseen where it
    may not, or can't."""

    def get(self, address: str, headers: Mapping[str, str]) -> str | None:
        """What the address answers; None where it says that there is nothing."""

    def rows(
        self,
        database: str,
        query: str,
        values: Mapping[str, str],
        given: Mapping[str, Query],
    ) -> Sequence[Mapping[str, Any]]:
        """The rows of a reading query, of a SQLite file or a function that is given."""

    def file(self, path: str) -> str | None:
        """What stands in the file; None where there is none."""


class DocumentReader(Protocol):
    """A file format. Nothing that a document refers to is fetched.

    Errors: InvalidInput for a file that can't be read, with what to do; it may come
    after the first blocks.
    """

    media: str
    """As in `Document.media`."""

    def read(self, data: BinaryIO, *, name: str) -> Iterator[Block]:
        """The blocks of a seekable file, read as they are asked for; there is at least
        one. `name` is for errors and the log."""
