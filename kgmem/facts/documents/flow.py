"""document -> read -> redact -> chunk -> extract -> graph + outbox -> vectors.

A document is known by where it comes from. Its parts are known by their words: what
did not change keeps its node and its vector, and an import that was interrupted goes
on where it stopped. What is no longer in it goes last.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from kgmem.errors import (
    GraphUnavailable,
    InvalidInput,
    MissingExtra,
    NotFound,
    ServiceError,
)
from kgmem.facts.documents.ahead import (
    Ahead,
    Offered,
    Tag,
    parts_of,
    read_ahead,
    redacted,
    together,
)
from kgmem.facts.documents.chunks import own_title, title_of
from kgmem.facts.documents.given import IN_MEMORY, Given, Read, Taking, files_of
from kgmem.facts.documents.rows import (
    ARTICLE,
    Import,
    head_of,
    interrupted,
    is_unchanged,
    named,
    subjects,
)
from kgmem.facts.say.statements import StatedIn
from kgmem.graph.facts.documents import ChunkRow, DocumentStore, Others
from kgmem.graph.facts.entities import Name
from kgmem.graph.points import IndexedNode
from kgmem.graph.rows import now_ms
from kgmem.index.projection import Projection
from kgmem.model.base import clean, language_of
from kgmem.model.document import Added, Chunk, Document, DocumentError, DocumentReport
from kgmem.model.fact import Extraction
from kgmem.model.values.batches import batches
from kgmem.ports import Row, TaggedText
from kgmem.redact import Redactor, redact_text

BATCH = 32
"""Parts that are written, and then embedded, together."""
TRIES = 5
"""So often an import begins again because another process changed the document."""
LOCKS = 64
"""Two documents wait for each other in this process if they share one of these."""

Progress = Callable[[int, int | None], None]
FileProgress = Callable[[str, int, int | None], None]
ExtractMany = Callable[[str, Sequence[TaggedText]], list[Extraction]]
"""Space, tagged texts -> what each names and states."""
State = Callable[[str, Sequence[StatedIn]], list[list[str]]]
"""Space, what texts state -> for each the ids of its facts, stored."""
Withdraw = Callable[[str, Sequence[str], str], None]
"""Space, fact ids, source: the source no longer states them."""
Erase = Callable[[str, Sequence[str]], object]
"""Space, fact ids: nothing of them stays."""


def _locks() -> "tuple[threading.RLock, ...]":
    return tuple(threading.RLock() for _ in range(LOCKS))


@dataclass(frozen=True, slots=True)
class Documents:
    """The flow of documents over a graph and its projection."""

    store: DocumentStore
    projection: Projection
    read: Read
    new_redactor: Callable[[], Redactor]
    tag: Tag
    extract: ExtractMany
    state: State
    withdraw: Withdraw
    erase: Erase
    max_bytes: int
    _locks: "tuple[threading.RLock, ...]" = field(default_factory=_locks)
    """One thread at a time works on a document."""

    def __call__(
        self,
        space: str,
        path: str | Path | None = None,
        text: str | None = None,
        source: str | None = None,
        app: str | None = None,
        progress: Progress | None = None,
    ) -> Added:
        """Store a document, or what changed in it.

        It is there as a whole, with its vectors, when this returns; `pending` vectors
        follow, and nothing of it gets lost. Raises InvalidInput for what can't be read;
        nothing is stored then.
        """
        take = Taking(self.read, self.new_redactor, self.max_bytes)
        return self._add(take(space, path, text, source, app), progress, Ahead())

    def _add(self, given: Given, progress: Progress | None, ahead: Ahead) -> Added:
        space = given.space
        with self._lock_of(given.document_id):
            known = self.store.find(space, given.document_id)
            if known is not None:  # as it was called first, so its facts call it
                given = replace(given, source=known.source)
            if known is not None and is_unchanged(given, known):
                status, count = "duplicate", known.chunks
            else:
                status = "updated" if known else "stored"
                count = self._write(given, known, progress, ahead)
        # What is new went into the index by the way; an outbox takes long to read.
        is_done = known is None and self.projection.is_caught_up
        waits = not is_done and self.projection.drain().failure
        return Added(
            source=given.source,
            document_id=given.document_id,
            status=status,
            chunks=count,
            vectors="pending" if waits else "ready",
        )

    def many(
        self,
        space: str,
        paths: Iterable[str | Path],
        app: str | None = None,
        progress: FileProgress | None = None,
    ) -> DocumentReport:
        """Store files and the documents in folders; a bad one is reported and the rest
        goes on. `progress(source, done, total)` counts the parts of each."""
        start = time.perf_counter()
        items: list[Added] = []
        errors: list[DocumentError] = []
        for group in together(self._offered(space, paths, app)):
            ahead = self._read_ahead(space, group)
            for one in group:
                added = self._added(one, progress, ahead)
                if isinstance(added, Added):
                    items.append(added)
                else:
                    errors.append(added)
        return DocumentReport(
            items=tuple(items),
            errors=tuple(errors),
            seconds=time.perf_counter() - start,
        )

    def _offered(
        self, space: str, paths: Iterable[str | Path], app: str | None
    ) -> Iterator[Offered]:
        take = Taking(self.read, self.new_redactor, self.max_bytes)
        for path in files_of(paths):
            if isinstance(path, DocumentError):
                shown, why = redact_text(path.source), redact_text(path.error)
                yield Offered(shown, DocumentError(source=shown, error=why))
                continue
            source = self.new_redactor().text(str(clean(str(path))))
            try:
                yield Offered(source, take(space, path, None, None, app))
            except (InvalidInput, MissingExtra, ServiceError) as error:
                refused = DocumentError(source=source, error=str(error))
                yield Offered(source, refused)

    def _read_ahead(self, space: str, group: Sequence[Offered]) -> Ahead:
        """The texts of those of the group that are not there yet."""
        given = [one.given for one in group if isinstance(one.given, Given)]
        new = [one for one in given if not self.store.find(space, one.document_id)]
        return read_ahead(new, self.tag, self.new_redactor)

    def _added(
        self, one: Offered, progress: FileProgress | None, ahead: Ahead
    ) -> Added | DocumentError:
        if isinstance(one.given, DocumentError):
            return one.given
        try:
            return self._add(
                one.given, progress and partial(progress, one.source), ahead
            )
        except (InvalidInput, MissingExtra, ServiceError) as error:
            return DocumentError(source=one.source, error=str(error))

    def documents(self, space: str) -> list[Document]:
        """All documents of a space, by name."""
        return self.store.documents(space)

    def forget(self, space: str, document_id: str) -> int:
        """Delete a document with its parts, and the facts that nothing else states;
        how many parts went. Raises NotFound."""
        with self._lock_of(document_id):
            known = self.store.find(space, document_id)
            if known is None:
                raise NotFound(f"forget: no document {document_id} in space {space!r}")
            # First what tells that it is whole: interrupted, it is not taken for known.
            head = {"status": "indexing", "content_hash": ""}
            self.store.put(space, document_id, head)
            gone = self._drop(space, document_id, "", known.source, erase=True)
            self._unstate_unheld(space, known, erase=True)
            self.erase(space, self.store.past_facts(space, known.source))
            self.store.delete(document_id)
        self.projection.drain(force=True)
        return gone

    def _lock_of(self, document_id: str) -> "threading.RLock":
        return self._locks[hash(document_id) % LOCKS]

    # writing ----------------------------------------------------------------------

    def _write(
        self,
        given: Given,
        known: Document | None,
        progress: Progress | None,
        ahead: Ahead,
    ) -> int:
        """The number of its parts."""
        if given.size <= IN_MEMORY:  # so that a file that breaks off writes nothing
            blocks = list(given.blocks())
            given = replace(given, blocks=lambda: iter(blocks))
        first = next(redacted(given.blocks(), self.new_redactor), None)
        if first is None:
            raise _without_text(given)
        told = self.new_redactor().text
        title = told(title_of(first, given.name))
        own = told(own_title(first, given.name))
        about = subjects(own) if own else self._opening(given.space, first.text, ahead)
        head = head_of(given, title, language_of(first.text), known)
        try:
            for _ in range(TRIES):
                one = Import(given, title, about, ahead)
                count = self._write_whole(one, head, known, progress)
                if count is not None:
                    return count
        except InvalidInput:
            if known is None:
                self.forget(given.space, given.document_id)
            raise
        raise GraphUnavailable(
            f"{given.source}: another process is changing this document all the time; "
            "import it again when that is done"
        )

    def _opening(self, space: str, text: str, ahead: Ahead) -> list[Name]:
        """The name that a text without a title begins with: what it is about."""
        (found,) = self.extract(space, ahead.tagged(self.tag, [text]))
        first = (one for one in found.mentions if one.start <= ARTICLE)
        return [Name(one.name) for one in first][:1]

    def _write_whole(
        self,
        one: Import,
        head: Row,
        known: Document | None,
        progress: Progress | None,
    ) -> int | None:
        """The number of its parts; None if somebody else changed it meanwhile."""
        given = one.given
        space, document_id = given.space, given.document_id
        self.store.put(space, document_id, head)
        count = self._write_chunks(one, progress)
        self._drop(space, document_id, given.edition, given.source)
        if known:
            self._unstate_unheld(space, known)
        props = {
            "status": "ready",
            "chunks": count,
            "content_hash": given.content_hash,
            "updated_at": now_ms(),
        }
        whole = self.store.finish(space, document_id, given.edition, props, one.about)
        return count if whole else None

    def _write_chunks(self, one: Import, progress: Progress | None) -> int:
        given = one.given
        before: str | None = None
        done = 0
        total = None
        chunks: Iterable[Chunk] = parts_of(given.blocks(), self.new_redactor)
        if given.size <= IN_MEMORY:
            chunks = list(chunks)
            total = len(chunks)
        for batch in batches(chunks, BATCH):
            rows = [one.row(chunk) for chunk in batch]
            self.projection.take_up(self._write_batch(one, rows, before))
            before, done = rows[-1].chunk_id, done + len(rows)
            if progress:
                progress(done, total)
        if not done:
            raise _without_text(given)
        return done

    def _write_batch(
        self, one: Import, rows: Sequence[ChunkRow], before: str | None
    ) -> list[IndexedNode]:
        """The points that wait for their vectors."""
        given = one.given
        known = self.store.known_chunks([row.chunk_id for row in rows])
        new = self._with_content(
            one, [row for row in rows if row.chunk_id not in known]
        )
        return self.store.write_chunks(
            given.space, given.document_id, new, rows, before
        )

    def _with_content(self, one: Import, rows: Sequence[ChunkRow]) -> list[ChunkRow]:
        """The parts with what they name and state; their facts are stored."""
        space, source = one.given.space, one.given.source
        texts = [row.props["text"] for row in rows]
        read = self.extract(space, one.ahead.tagged(self.tag, texts))
        for found in read:
            one.note(found.note)
        facts = self.state(
            space,
            [
                StatedIn(text, source, found.triples)
                for text, found in zip(texts, read, strict=True)
            ],
        )
        return [
            replace(row, mentions=named(found), facts=stated)
            for row, found, stated in zip(rows, read, facts, strict=True)
        ]

    def _drop(
        self,
        space: str,
        document_id: str,
        edition: str,
        source: str,
        *,
        erase: bool = False,
    ) -> int:
        """Delete the parts that are not of this edition, and withdraw what only they
        stated; how many. With `erase`, what nobody else said is not even history."""
        gone = 0
        for ids in self.store.left_over(document_id, edition):
            stated = self.store.stated(ids, source)
            self._unstate(space, stated, source, erase=erase)
            self.store.delete_chunks(space, ids)
            self.projection.drain()  # a long outbox takes long to read
            gone += len(ids)
        return gone

    def _unstate_unheld(
        self, space: str, known: Document, *, erase: bool = False
    ) -> None:
        """The same for facts of an import that was killed before their part was
        written."""
        if (since := interrupted(known)) is not None:
            source = known.source
            stated = self.store.unheld_facts(space, source, since)
            self._unstate(space, stated, source, erase=erase)

    def _unstate(
        self, space: str, stated: Mapping[str, Others], source: str, *, erase: bool
    ) -> None:
        alone = [key for key, others in stated.items() if others == "nobody"]
        shared = [key for key, others in stated.items() if others == "sources"]
        self.erase(space, alone if erase else [])
        self.withdraw(space, shared if erase else [*shared, *alone], source)


def _without_text(given: Given) -> InvalidInput:
    return InvalidInput(
        f"{given.source}: holds no text; give a document that says something"
    )
