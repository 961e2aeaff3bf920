"""Documents read ahead: several small ones together, before any of them is written.

Taggers take less time for many texts at once than for each by itself. What the graph
knows is asked for when a document is written: the ones before it have told more then.
What can't be read is left to its import, which says why.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kgmem.errors import KgmemError
from kgmem.facts.documents.chunks import chunks_of
from kgmem.facts.documents.given import Given
from kgmem.model.document import Block, Chunk, DocumentError
from kgmem.ports import TaggedText
from kgmem.redact import Redactor

MAX_SECRETS = 200
"""Hidden values after which their numbers begin anew."""
TOGETHER = 32
"""Documents that are read together, if they are small."""
SMALL = 20_000
"""Bytes; what is larger fills batches by itself."""

Tag = Callable[[Sequence[str]], list[TaggedText]]
"""Texts -> the same, tagged."""


@dataclass(frozen=True, slots=True)
class Offered:
    """One that is to be taken, or why it can't be."""

    source: str
    given: Given | DocumentError

    @property
    def is_small(self) -> bool:
        return isinstance(self.given, DocumentError) or self.given.size <= SMALL


def together(offered: Iterable[Offered]) -> Iterator[list[Offered]]:
    """Small ones together, in their order."""
    group: list[Offered] = []
    for one in offered:
        if group and (len(group) == TOGETHER or not one.is_small):
            yield group
            group = []
        group.append(one)
        if not one.is_small:
            yield group
            group = []
    if group:
        yield group


@dataclass(frozen=True, slots=True)
class Ahead:
    """Texts that are tagged before they are written."""

    read: Mapping[str, TaggedText] = field(default_factory=dict)

    def tagged(self, tag: Tag, texts: Sequence[str]) -> list[TaggedText]:
        """These texts; those that were not read yet are tagged together."""
        lacking = [text for text in dict.fromkeys(texts) if text not in self.read]
        more = tag(lacking) if lacking else []
        read = {**self.read, **dict(zip(lacking, more, strict=True))}
        return [read[text] for text in texts]


def read_ahead(
    group: Sequence[Given], tag: Tag, new_redactor: Callable[[], Redactor]
) -> Ahead:
    """The parts of these documents, tagged together; nothing of one that stands
    alone."""
    if len(group) < 2:
        return Ahead()
    texts = [part.text for one in group for part in _parts(one, new_redactor)]
    distinct = list(dict.fromkeys(texts))
    return Ahead(dict(zip(distinct, tag(distinct), strict=True)))


def parts_of(
    blocks: Iterable[Block], new_redactor: Callable[[], Redactor]
) -> Iterator[Chunk]:
    """The parts of a document, without what is sensitive in it."""
    return chunks_of(redacted(blocks, new_redactor))


def _parts(given: Given, new_redactor: Callable[[], Redactor]) -> list[Chunk]:
    try:
        return list(parts_of(given.blocks(), new_redactor))
    except KgmemError:
        return []  # its import says why


def redacted(
    blocks: Iterable[Block], new_redactor: Callable[[], Redactor]
) -> Iterator[Block]:
    """The blocks without what is sensitive in them."""
    redactor, before = new_redactor(), ""
    for block in blocks:
        if redactor.count > MAX_SECRETS:  # each is looked for in all that follows
            redactor = new_redactor()
        heading = block.headings[-1] if block.headings else before
        before = block.text
        yield block.model_copy(
            update={
                "text": redactor.below(heading, before),
                "headings": tuple(map(redactor.text, block.headings)),
            }
        )
