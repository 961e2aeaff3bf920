"""blocks -> chunks: parts as long as one vector can stand for, cut along structure.

Where a part ends depends only on what stands before it and on the next block, so a
change leaves the parts before it as they are, and those after the next heading.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from pathlib import PurePath
from urllib.parse import unquote

from kgmem.model.document import Block, Chunk
from kgmem.model.texts.text_lines import WIDE

HAN_WEIGHT = 2.3
"""What a Han character counts, where a Latin letter counts 1: 350 of them say as much
as 800 letters."""
TARGET = 800
"""Weight up to which blocks are put together."""
WHOLE = 1_000
"""Weight of the heaviest block that is not cut."""
SMALL = 200
"""What is lighter, such as the line that leads to a list, stays with the next block."""
MAX = WHOLE + SMALL
"""No chunk weighs more."""
MAX_TITLE = 80
"""Characters of a title that is the beginning of a text."""

_SLACK = WHOLE - TARGET
_BETWEEN = "\n\n"
"""Stands between the blocks of a chunk."""
_SUFFIX = re.compile(r"\.(?:md|markdown|txt|rst|html?|xhtml|pdf|docx)$", re.IGNORECASE)

_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_TOP_LINE = re.compile(r"\n(?=\S)")
_LINE = re.compile(r"\n")
_SENTENCE = re.compile(
    r"(?<!\b[A-Z])(?<!\b(?:Mr|Ms|Dr|St|No|vs))(?<!\b(?:Mrs|e\.g|i\.e|Fig))"
    r"[.!?][\"'”’)\]]{0,3}\s+(?=[^\sa-z])"
    r"|[。！？；…][。！？；…]{0,5}[”’」』）】\"']{0,3}\s*"
)
_ENDS = ".!?,;:。！？，；：…"
_CLAUSE = re.compile(r"[，、：,;:]\s*(?!\d)")
_SPACE = re.compile(r"\s+")
_CUTS: dict[str, Sequence[re.Pattern[str]]] = {
    "list": (_TOP_LINE, _LINE, _SENTENCE, _CLAUSE, _SPACE),
    "table": (_LINE, _SENTENCE, _CLAUSE, _SPACE),
    "code": (_BLANK_LINE, _LINE, _SPACE),
}
"""Where a block is cut, the best place first; it is cut anywhere if there is none."""
_TEXT_CUTS = (_SENTENCE, _LINE, _CLAUSE, _SPACE)


def weight(text: str) -> float:
    """The length of a text, in Latin letters."""
    return len(text) + (HAN_WEIGHT - 1) * sum(1 for _ in WIDE.finditer(text))


def chunks_of(blocks: Iterable[Block]) -> Iterator[Chunk]:
    """The parts of a document, as its blocks come in.

    A part stands under one heading. A heading with nothing under it goes with the next
    part, or is one where none follows. The parts of a table begin with its first row.
    """
    for n, part in enumerate(_parts(blocks)):
        yield Chunk(n=n, text=part.text, headings=part.headings, page=part.page)


def title_of(first: Block, name: str = "") -> str:
    """What a document is called: its title, else its first words."""
    return own_title(first, name) or unescape(_first_words(first.text))


def own_title(first: Block, name: str = "") -> str:
    """The heading that a document begins with, else a first line that stands like one,
    else its name made readable; empty if it has none of these. `name` is a file's, a
    URL, or empty."""
    if first.headings:
        title = first.headings[0]
    elif first.kind == "heading":
        title = first.text
    else:
        title = _title_line(first) or _readable(name)
    return unescape(title)


@dataclass(slots=True)
class _Part:
    """A chunk as it grows."""

    headings: tuple[str, ...]
    page: int | None
    texts: list[str] = field(default_factory=list)
    weight: float = 0

    @property
    def text(self) -> str:
        return _BETWEEN.join(self.texts)

    def takes(self, more: float) -> bool:
        return self.weight < SMALL or self.weight + more <= TARGET

    def add(self, text: str, heavy: float) -> None:
        self.texts.append(text)
        self.weight += heavy + len(_BETWEEN)


def _parts(blocks: Iterable[Block]) -> Iterator[_Part]:
    part: _Part | None = None
    above: list[Block] = []  # headings under which nothing stands yet
    bare: list[Block] = []  # those under which nothing can stand any more
    for block in blocks:
        if not block.text.strip():
            continue
        if part and (block.kind == "heading" or block.headings != part.headings):
            yield part
            part = None
        bare += (heading for heading in above if not _is_under(block, heading))
        above = [heading for heading in above if _is_under(block, heading)]
        if sum(weight(heading.text) for heading in bare) > SMALL:
            yield from _alone(bare)
            bare = []
        if block.kind == "heading":
            above.append(block)
            continue
        for text in [*_lines(bare), *_pieces(block)]:
            heavy = weight(text)
            if part and not part.takes(heavy):
                yield part
                part = None
            part = part or _Part(block.headings, block.page)
            part.add(text, heavy)
        above, bare = [], []
    if part:
        yield part
    yield from _alone([*bare, *above])


def _is_under(block: Block, heading: Block) -> bool:
    path = (*heading.headings, heading.text)
    return block.headings[: len(path)] == path


def _lines(headings: Sequence[Block]) -> list[str]:
    return ["\n".join(heading.text for heading in headings)] if headings else []


def _alone(headings: Sequence[Block]) -> Iterator[_Part]:
    """Headings with nothing under them."""
    for lines in _lines(headings):
        for text in _cut(lines, _TEXT_CUTS, TARGET):
            yield _Part(headings[0].headings, headings[0].page, [text])


def _pieces(block: Block) -> list[str]:
    """The text of a block, cut where it is too heavy."""
    cuts = _CUTS.get(block.kind, _TEXT_CUTS)
    header, _, rows = block.text.partition("\n")
    room = TARGET - weight(header) - len("\n")
    if block.kind != "table" or weight(block.text) <= WHOLE or room < TARGET / 2:
        return _cut(block.text, cuts, TARGET)
    return [f"{header}\n{part}" for part in _cut(rows, cuts, room)]


def _cut(text: str, cuts: Sequence[re.Pattern[str]], room: float) -> list[str]:
    """Parts that weigh `room` or, to keep what belongs together, _SLACK more."""
    parts = list(_cut_at(text, cuts, room))
    if len(parts) > 1 and weight(parts[-1]) < SMALL:
        last = parts.pop()
        if weight(parts[-1]) + weight(last) <= room + _SLACK:
            parts[-1] += last
        else:
            parts.append(last)
    return [part.strip("\n").rstrip() for part in parts if part.strip()]


def _cut_at(text: str, cuts: Sequence[re.Pattern[str]], room: float) -> Iterator[str]:
    if weight(text) <= room + _SLACK:
        yield text
        return
    if not cuts:
        step = int(room / HAN_WEIGHT if WIDE.search(text) else room)
        yield from (text[at : at + step] for at in range(0, len(text), step))
        return
    held, heavy = "", 0.0
    for piece in _split(text, cuts[0]):
        more = weight(piece)
        if held and heavy + more > room:
            yield held
            held, heavy = "", 0.0
        if more > room + _SLACK:
            yield from _cut_at(piece, cuts[1:], room)
        else:
            held, heavy = held + piece, heavy + more
    if held:
        yield held


def _split(text: str, ends: re.Pattern[str]) -> Iterator[str]:
    """The text in pieces, each with what ends it."""
    start = 0
    for match in ends.finditer(text):
        yield text[start : match.end()]
        start = match.end()
    if start < len(text):
        yield text[start:]


def _title_line(first: Block) -> str:
    """A short first line that begins with a capital or in Chinese and ends like no
    sentence; else empty."""
    line = first.text.strip().partition("\n")[0].strip()
    begins = line[:1].isupper() or WIDE.match(line)
    is_title = begins and line[-1] not in _ENDS and len(line) <= MAX_TITLE
    return line if first.kind == "paragraph" and is_title else ""


def _readable(name: str) -> str:
    """`docs/refund_policy-v2.md` is `refund policy v2`; empty if it has no letters."""
    stem = _SUFFIX.sub("", PurePath(unquote(name)).name)
    words = re.sub(r"_+|(?<!\d)-+|-+(?!\d)", " ", stem).split()
    return " ".join(words) if any(ch.isalpha() for ch in stem) else ""


def _first_words(text: str) -> str:
    """The first line; of one that is longer than MAX_TITLE the first sentence, or as
    many words as fit."""
    line = text.strip().partition("\n")[0].strip()
    if len(line) <= MAX_TITLE:
        return line
    start = line[: MAX_TITLE + 1]
    if sentence := _SENTENCE.search(start):
        return start[: sentence.end()].rstrip()
    return start[: max(start.rfind(" "), 0) or MAX_TITLE].rstrip()
