"""A document on its way into the graph: its head, its parts, what they name."""

import hashlib
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from kgmem.facts.documents.ahead import Ahead
from kgmem.facts.documents.given import Given
from kgmem.facts.names import bare_name
from kgmem.graph.facts.documents import ChunkRow
from kgmem.graph.facts.entities import MAX_NAME, Name
from kgmem.graph.rows import epoch_ms, now_ms
from kgmem.model.base import language_of
from kgmem.model.document import Chunk, Document
from kgmem.model.fact import Extraction
from kgmem.model.keys.identity import chunk_id, entity_key
from kgmem.ports import Row

log = logging.getLogger(__name__)

ARTICLE = 4
"""Characters that may stand before the name that a text begins with."""


@dataclass(frozen=True, slots=True)
class Import:
    """A document while its parts are written."""

    given: Given
    title: str
    about: Sequence[Name]
    """What its title names or, without one, its text begins with."""
    ahead: Ahead
    seen: Counter[bytes] = field(default_factory=Counter)
    """Parts by their words, hashed."""
    noted: set[str] = field(default_factory=set)

    def row(self, chunk: Chunk) -> ChunkRow:
        """A part as it stands in the graph."""
        given = self.given
        headings = list(chunk.headings)
        if self.title and headings[:1] != [self.title]:
            headings.insert(0, self.title)
        words = "\n".join([*headings, chunk.text])
        mark = hashlib.sha256(words.encode()).digest()
        self.seen[mark] += 1
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
            "created_at": now_ms(),
        }
        props |= {"page": chunk.page} if chunk.page is not None else {}
        props |= {"app": given.app} if given.app else {}
        return ChunkRow(chunk_id(given.document_id, words, self.seen[mark]), props)

    def note(self, note: str | None) -> None:
        """Log what could not be done as it should, each thing once."""
        if note and note not in self.noted:
            self.noted.add(note)
            log.warning("%s: names and facts: %s", self.given.source, note)


def named(found: Extraction) -> list[tuple[Name, int]]:
    """What a part names, and how often."""
    counts: dict[str, tuple[Name, int]] = {}
    for mention in found.mentions:
        key = entity_key(mention.name)
        if not key or len(mention.name) > MAX_NAME:
            continue
        name, count = counts.get(key, (Name(mention.name), 0))
        counts[key] = name, count + 1
    return list(counts.values())


def head_of(given: Given, title: str, language: str, known: Document | None) -> Row:
    """What is known of a document before its parts are there; `updated_at` is then
    when its import began."""
    now = now_ms()
    began = known and interrupted(known)
    return {
        "name": title or given.source,
        "source": given.source,
        "app": given.app,
        "media": given.media,
        "size": given.size,
        "content_hash": given.content_hash,
        "chunks": known.chunks if known else 0,
        "status": "indexing",
        "language": language,
        "created_at": epoch_ms(known.created_at) if known else now,
        "updated_at": began or now,
    }


def is_unchanged(given: Given, known: Document) -> bool:
    """Is the known document there as a whole, and says what is given?"""
    same = (known.content_hash, known.app) == (given.content_hash, given.app)
    return same and known.status == "ready"


def subjects(title: str) -> list[Name]:
    """What a document of this title is about: the title, also without what stands in
    parentheses after it."""
    names = dict.fromkeys(name[:MAX_NAME] for name in (title, bare_name(title)))
    return [Name(name) for name in names if entity_key(name)]


def interrupted(known: Document) -> int | None:
    """When an import began that did not come to its end, in epoch ms; None if it did,
    or began to be forgotten."""
    return epoch_ms(known.updated_at) if known.status == "indexing" else None
