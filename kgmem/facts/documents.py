"""document -> read -> redact -> chunk -> extract -> graph + outbox -> vectors.

A document is known by where it comes from. Its parts are known by their words: what
did not change keeps its node and its vector, and an import that was interrupted goes
on where it stopped. What is no longer in it goes last.
"""

import hashlib
import io
import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from kgmem.errors import InvalidInput, NotFound, ServiceError
from kgmem.facts.chunks import chunks_of, title_of
from kgmem.facts.names import bare_name
from kgmem.graph.documents import ChunkRow, DocumentStore, document_of
from kgmem.graph.entities import MAX_NAME, Name
from kgmem.graph.rows import epoch_ms
from kgmem.index.projection import Projection
from kgmem.model.base import clean, language_of
from kgmem.model.document import (
    Added,
    Block,
    Chunk,
    Document,
    DocumentError,
    DocumentReport,
)
from kgmem.model.fact import Extraction, Triple
from kgmem.model.identity import chunk_id, document_id, entity_key
from kgmem.ports import DocumentReader, Row
from kgmem.redact import Redactor

BATCH = 32
"""Parts that are written, and then embedded, together."""
SUFFIXES = frozenset(
    {".md", ".markdown", ".txt", ".rst", ".html", ".htm", ".pdf", ".docx"}
)
"""Of files that are taken from folders."""
IN_MEMORY = 20_000_000
"""Bytes up to which a document is read as a whole before anything is written."""
MAX_SECRETS = 200
"""Hidden values after which their numbers begin anew."""
MAX_SOURCE = 2_000
"""Longest name of a source, in characters."""
SECONDS_PER_PART = 0.3
"""What the offline embedder takes for one part of usual length, for the message on
documents that are too long; measured by `kgmem bench documents`."""
PART = 800
"""Bytes of a usual part."""

Progress = Callable[[int, int | None], None]
FileProgress = Callable[[str, int, int | None], None]
Read = Callable[[Path | bytes, str], DocumentReader]
"""The reader for a file, or for bytes, of a name. Raises InvalidInput."""
Extract = Callable[[str, str], Extraction]
"""Space, text -> what the text names and states."""
State = Callable[[str, Sequence[Triple], str], list[str]]
"""Space, triples, source -> the ids of their facts, stored."""
Withdraw = Callable[[str, Sequence[str], str], None]
"""Space, fact ids, source: the source no longer states them."""
Erase = Callable[[str, Sequence[str]], object]
"""Space, fact ids: nothing of them stays."""


@dataclass(frozen=True, slots=True)
class _Source:
    """A document on its way in."""

    space: str
    source: str
    app: str | None
    name: str
    media: str
    size: int
    content_hash: str
    blocks: Callable[[], Iterator[Block]]

    @property
    def edition(self) -> str:
        """Marks the parts of this content."""
        return self.content_hash[:16]

    @property
    def document_id(self) -> str:
        return document_id(self.space, self.source)


@dataclass(frozen=True, slots=True)
class Documents:
    """The flow of documents over a graph and its projection."""

    store: DocumentStore
    projection: Projection
    read: Read
    new_redactor: Callable[[], Redactor]
    extract: Extract
    state: State
    withdraw: Withdraw
    erase: Erase
    max_bytes: int

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

        It is there as a whole, with its vectors, when this returns. Raises InvalidInput
        for what can't be read; nothing is stored then.
        """
        given = self._given(space, path, text, source, app)
        known = self.store.find(space, given.document_id)
        twin = known and _is_current(known, given) and known
        if known is None:
            twin = self.store.same_content(space, given.content_hash, app)
        count = twin["chunks"] if twin else self._write(given, known, progress)
        drained = self.projection.drain()
        return Added(
            source=given.source,
            document_id=twin["document_id"] if twin else given.document_id,
            status="duplicate" if twin else "updated" if known else "stored",
            chunks=count,
            vectors="pending" if drained.failure else "ready",
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
        for path in _files(paths):
            told = progress and partial(progress, str(path))
            try:
                items.append(self(space, path, app=app, progress=told))
            except (InvalidInput, ServiceError) as error:
                errors.append(DocumentError(source=str(path), error=str(error)))
        return DocumentReport(
            items=tuple(items),
            errors=tuple(errors),
            seconds=time.perf_counter() - start,
        )

    def documents(self, space: str) -> list[Document]:
        """All documents of a space, by name."""
        return [document_of(row) for row in self.store.documents(space)]

    def forget(self, space: str, document_id: str) -> int:
        """Delete a document with its parts, and the facts that nothing else states;
        how many parts went. Raises NotFound."""
        known = self.store.find(space, document_id)
        if known is None:
            raise NotFound(f"forget: no document {document_id} in space {space!r}")
        # First what tells that it is whole: interrupted, it is not taken for known.
        self.store.put(space, document_id, {"status": "indexing", "content_hash": ""})
        gone = self._drop(space, document_id, "", known["source"], erase=True)
        self.store.delete(document_id)
        self.projection.drain(force=True)
        return gone

    # what was given ---------------------------------------------------------------

    def _given(
        self,
        space: str,
        path: str | Path | None,
        text: str | None,
        source: str | None,
        app: str | None,
    ) -> _Source:
        if (path is None) == (text is None):
            raise InvalidInput("add_document: give one of path, text")
        named = (
            None
            if source is None
            else self.new_redactor().text(_checked_source(source))
        )
        if text is not None:
            return self._of_text(space, text, named, app)
        assert path is not None, "one of both is there"
        return self._of_file(space, _checked_path(path), named, app)

    def _of_text(
        self, space: str, text: str, source: str | None, app: str | None
    ) -> _Source:
        if not isinstance(text, str):
            raise InvalidInput(f"text: a text is needed, not {type(text).__name__}")
        content = clean(text)
        if not content.strip():
            raise InvalidInput("text: it is empty")
        data = content.encode()
        self._check_size("text", len(data))
        redacted = self.new_redactor().text(content)
        digest = hashlib.sha256(redacted.encode()).hexdigest()
        name = source or f"text {digest[:8]}"
        reader = self.read(data, name)
        return _Source(
            space,
            name,
            app,
            source or "",
            reader.media,
            len(data),
            digest,
            lambda: reader.read(io.BytesIO(data), name=name),
        )

    def _of_file(
        self, space: str, path: Path, source: str | None, app: str | None
    ) -> _Source:
        try:
            size = path.stat().st_size
            self._check_size(path.name, size)
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise InvalidInput(f"path: {path} can't be read: {error}") from error
        reader = self.read(path, path.name)
        return _Source(
            space,
            source or path.as_posix(),
            app,
            path.stem,
            reader.media,
            size,
            digest,
            lambda: _read_file(reader, path),
        )

    def _check_size(self, what: str, size: int) -> None:
        if size <= self.max_bytes:
            return
        hours = size / PART * SECONDS_PER_PART / 3600
        raise InvalidInput(
            f"{what}: {size / 1e6:,.0f} MB; up to {self.max_bytes / 1e6:,.0f} MB are "
            f"taken, since embedding it offline takes about {hours:,.1f} hours of "
            "processor time: split it, or raise KGMEM_MAX_DOCUMENT_MB; with "
            "KGMEM_EMBEDDING=ngram, or an embedding service, it is much faster"
        )

    # writing ----------------------------------------------------------------------

    def _write(
        self, given: _Source, known: Row | None, progress: Progress | None
    ) -> int:
        """The number of its parts."""
        if given.size <= IN_MEMORY:  # so that a file that breaks off writes nothing
            blocks = list(given.blocks())
            given = replace(given, blocks=lambda: iter(blocks))
        first = next(given.blocks(), None)
        if first is None:
            raise InvalidInput(f"{given.source}: there is no text in it")
        title = self.new_redactor().text(title_of(first, given.name))
        head = _head(given, title, language_of(first.text), known)
        self.store.put(given.space, given.document_id, head)
        try:
            count = self._write_chunks(given, title, progress)
        except InvalidInput:
            if known is None:
                self.forget(given.space, given.document_id)
            raise
        self._drop(given.space, given.document_id, given.edition, given.source)
        self.store.finish(
            given.space,
            given.document_id,
            {"status": "ready", "chunks": count},
            _subjects(title),
        )
        return count

    def _write_chunks(
        self, given: _Source, title: str, progress: Progress | None
    ) -> int:
        seen: Counter[str] = Counter()
        before: str | None = None
        done = 0
        total = None
        chunks: Iterable[Chunk] = chunks_of(
            _redacted(given.blocks(), self.new_redactor)
        )
        if given.size <= IN_MEMORY:
            chunks = list(chunks)
            total = len(chunks)
        for batch in _batches(chunks, BATCH):
            rows = [self._row(given, title, chunk, seen) for chunk in batch]
            known = self.store.known_chunks([row.chunk_id for row in rows])
            new = [
                self._with_content(given, row)
                for row in rows
                if row.chunk_id not in known
            ]
            points = self.store.write_chunks(
                given.space,
                given.document_id,
                new,
                [{"chunk_id": r.chunk_id, "props": _moving(r.props)} for r in rows],
                before,
            )
            self.projection.take_up(points)
            before, done = rows[-1].chunk_id, done + len(rows)
            if progress:
                progress(done, total)
        return done

    def _row(
        self, given: _Source, title: str, chunk: Chunk, seen: Counter[str]
    ) -> ChunkRow:
        headings = list(chunk.headings)
        if title and headings[:1] != [title]:
            headings.insert(0, title)
        words = "\n".join([*headings, chunk.text])
        seen[words] += 1
        props: Row = {
            "space": given.space,
            "document_id": given.document_id,
            "n": chunk.n,
            "text": chunk.text,
            "headings": headings,
            "source": given.source,
            "language": language_of(chunk.text),
            "version": 1,
            "edition": given.edition,
            "created_at": epoch_ms(datetime.now(UTC)),
        }
        props |= {"page": chunk.page} if chunk.page is not None else {}
        props |= {"app": given.app} if given.app else {}
        return ChunkRow(chunk_id(given.document_id, words, seen[words]), props)

    def _with_content(self, given: _Source, row: ChunkRow) -> ChunkRow:
        """The part with what it names and states; its facts are stored."""
        found = self.extract(given.space, row.props["text"])
        counts: dict[str, tuple[Name, int]] = {}
        for mention in found.mentions:
            key = entity_key(mention.name)
            name, count = counts.get(key, (Name(mention.name), 0))
            counts[key] = name, count + 1
        return replace(
            row,
            mentions=list(counts.values()),
            facts=self.state(given.space, found.triples, given.source),
        )

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
            alone = [key for key, others in stated.items() if others == "nobody"]
            self.erase(space, alone if erase else [])
            self.withdraw(
                space,
                [
                    key
                    for key, others in stated.items()
                    if others == "sources" or (others == "nobody" and not erase)
                ],
                source,
            )
            self.store.delete_chunks(space, ids)
            gone += len(ids)
        return gone


def _files(paths: Iterable[str | Path]) -> Iterator[Path]:
    """The files themselves and, of folders, the documents in them, by name; hidden
    files and folders are left out."""
    for given in paths:
        path = Path(given)
        if not path.is_dir():
            yield path
            continue
        found = (p for p in path.rglob("*") if p.suffix.casefold() in SUFFIXES)
        for one in sorted(found):
            inside = one.relative_to(path).parts
            if one.is_file() and not any(part.startswith(".") for part in inside):
                yield one


def _is_current(known: Row, given: _Source) -> bool:
    return (
        known["status"] == "ready"
        and known["content_hash"] == given.content_hash
        and (known["app"] or None) == given.app
    )


def _head(given: _Source, title: str, language: str, known: Row | None) -> Row:
    """What is known of a document before its parts are there."""
    now = epoch_ms(datetime.now(UTC))
    head = {
        "name": title or given.source,
        "source": given.source,
        "app": given.app,
        "media": given.media,
        "size": given.size,
        "content_hash": given.content_hash,
        "chunks": known["chunks"] if known else 0,
        "status": "indexing",
        "language": language,
        "updated_at": now,
    }
    return head if known else {**head, "created_at": now}


def _moving(props: Row) -> Row:
    """What changes of a part that stays the same: its place."""
    return {name: props[name] for name in ("n", "page", "edition") if name in props}


def _subjects(title: str) -> list[Name]:
    """What a document of this title is about: the title, also without what stands in
    parentheses after it."""
    names = dict.fromkeys(name[:MAX_NAME] for name in (title, bare_name(title)))
    return [Name(name) for name in names if entity_key(name)]


def _redacted(
    blocks: Iterable[Block], new_redactor: Callable[[], Redactor]
) -> Iterator[Block]:
    redactor = new_redactor()
    for block in blocks:
        if redactor.count > MAX_SECRETS:  # each is looked for in all that follows
            redactor = new_redactor()
        yield block.model_copy(
            update={
                "text": redactor.text(block.text),
                "headings": tuple(map(redactor.text, block.headings)),
            }
        )


def _read_file(reader: DocumentReader, path: Path) -> Iterator[Block]:
    with path.open("rb") as file:
        yield from reader.read(file, name=path.name)


def _checked_path(path: object) -> Path:
    if not isinstance(path, str | Path) or "\0" in str(path) or not str(path).strip():
        raise InvalidInput(f"path: the name of a file is needed, not {path!r}")
    found = Path(path)
    if found.is_dir():
        raise InvalidInput(
            f"path: {found} is a folder; `kgmem import` takes folders, or add its "
            "files one by one"
        )
    if not found.is_file():
        raise InvalidInput(f"path: there is no file {found}")
    return found


def _checked_source(source: object) -> str:
    if not isinstance(source, str) or not source.strip():
        raise InvalidInput("source: a name is needed, such as a URL or a file's name")
    if len(source) > MAX_SOURCE:
        raise InvalidInput(f"source: {len(source):,} characters; {MAX_SOURCE:,} fit")
    return str(clean(source)).strip()


def _batches(chunks: Iterable[Chunk], size: int) -> Iterator[list[Chunk]]:
    iterator = iter(chunks)
    while batch := list(itertools.islice(iterator, size)):
        yield batch
