"""Text to what it names and states: mentions and triples.

text → without addresses and placeholders → blocks of one language → tagged → names, and
triples by a chat model, else by rules. The caller redacts before.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from itertools import pairwise

from kgmem import ServiceError
from kgmem.people import (
    Extraction,
    KnownNames,
    Language,
    Mention,
    Triple,
    language_of,
)
from kgmem.ports import LanguageModel, Tagger, Token
from kgmem_people.reading import by_chat, chinese, english, tables
from kgmem_people.reading.names import mention_at, mentions
from kgmem_people.reading.names_en import capitals, english_names
from kgmem_people.reading.names_zh import chinese_names

MAX_TEXT = 20_000
"""Characters of a text that are read; a longer one belongs into a document, of which
each part is read by itself."""
MAX_TRIPLES = 100
"""Of one text, the first ones."""
MAX_BLOCKS = 200
"""Lines and cells of one text that are tagged, the first ones: each takes a few
milliseconds, however short it is."""
LONGEST_WORD = 100
"""Characters; what is longer is encoded data, and is not read."""
MAX_MARKS = 20
"""Marks in a row, or times the same character; more of them are a drawing."""
WRAPPED = 60
"""Characters from which on a line without a full stop goes on in the next one."""

_HIDDEN = re.compile(
    r"\[REDACTED:[^\]\n]{1,60}\]"
    r"|\b(?:https?|ftp)://[^\s<>\"'，。；、）》」]{1,2000}|\bwww\.[^\s，。；、）》」]{1,2000}"
    r"|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"
)
"""Placeholders of the redactor and addresses: they name nothing."""
_RULE = re.compile(rf"(?:(?!\s)[\W_]){{{MAX_MARKS + 1},}}|(\w)\1{{{MAX_MARKS},}}")
"""Lines of marks, and one character over and over: they name nothing, and cost the
taggers more than words do."""
_LONG_WORD = re.compile(rf"[^\s\u3000-\u9fff\uff00-\uffef]{{{LONGEST_WORD + 1},}}")
_BREAK = re.compile(r"\n|\||\t")
_ASIDE = re.compile(r"\([^()\n]{1,300}\)|（[^（）\n]{1,300}）")
_MARKER = re.compile(r"\s*(?:#{1,6}|[-*+•>]|\d{1,3}[.)、])\s+")


@dataclass(frozen=True, slots=True)
class _Block:
    """A stretch of text in one language: a paragraph, an item of a list, what stands in
    parentheses."""

    text: str
    """With white space for what is read by itself."""
    start: int
    language: Language
    is_aside: bool = False
    """In parentheses, a heading or a cell: it states nothing by itself."""


@dataclass(slots=True)
class Tagged:
    """A text that is read as far as it can be by itself."""

    text: str
    readable: str
    blocks: list[_Block]
    notes: list[str]
    """What could not be done."""
    tokens: dict[int, Sequence[Token]] = field(default_factory=dict)
    """By number of their block."""

    @classmethod
    def of(cls, text: str) -> "Tagged":
        """The part of the text that is read, in blocks."""
        whole = text[:MAX_TEXT]
        readable = _readable(whole)
        one = cls(whole, readable, list(_blocks(readable)), [])
        if len(text) > MAX_TEXT:
            one.notes.append(f"only the first {MAX_TEXT:,} of {len(text):,} characters")
        if (count := len(one.blocks)) > MAX_BLOCKS:
            one.notes.append(f"only the first {MAX_BLOCKS} of {count:,} lines tagged")
        return one

    def to_tag(self, language: Language) -> list[int]:
        """Numbers of its blocks in this language."""
        first = enumerate(self.blocks[:MAX_BLOCKS])
        return [n for n, block in first if block.language == language]

    @property
    def tagged(self) -> list[tuple[_Block, Sequence[Token] | None]]:
        """Each block with its tokens, as far as it could be tagged."""
        return [(block, self.tokens.get(n)) for n, block in enumerate(self.blocks)]


@dataclass(frozen=True, slots=True)
class Extract:
    """What texts name and state, with what there is of taggers and a chat model.

    Without a tagger English names are runs of capitals and Chinese ones what stands in
    title marks; then rules state nothing. `Extraction.note` says so.
    """

    english: Tagger | None = None
    chinese: Tagger | None = None
    chat: LanguageModel | None = None
    lacking: str | None = None
    """Why English can't be tagged here, where that is known."""
    states: bool = True
    """False: names alone are found."""

    def extract(
        self, text: str, *, today: date | None = None, known: KnownNames | None = None
    ) -> Extraction:
        """Mentions and triples of `text`, which is redacted already.

        `today` is the day on which it was said, for "last year"; `known` the kinds of
        names that the graph holds by their keys, see `names.candidate_keys`.
        """
        return self.extract_tagged(self.tag([text])[0], today=today, known=known)

    def extract_tagged(
        self,
        one: Tagged,
        *,
        today: date | None = None,
        known: KnownNames | None = None,
    ) -> Extraction:
        """As `extract`, of a text that is tagged already."""
        notes = [*one.notes]
        named = mentions(
            one.readable,
            [name for b in one.tagged for name in _names(one.readable, *b)],
            known,
        )
        stated, dropped = self._stated(one, named, today, notes)
        return Extraction(
            mentions=named,
            triples=tuple(stated[:MAX_TRIPLES]),
            dropped=dropped,
            note="; ".join(dict.fromkeys(notes)) or None,
        )

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """The texts, tagged together: the part of the work that takes longest."""
        read = [Tagged.of(text) for text in texts]
        self._tag(self.english, "en", read)
        self._tag(self.chinese, "zh", read)
        return read

    def read(self, text: Tagged, known: KnownNames) -> Extraction:
        """What it names and states, with "last year" counted from today."""
        today = datetime.now(UTC).date()
        return self.extract_tagged(text, today=today, known=known)

    def capabilities(self) -> dict[str, object]:
        """What names and triples are found with; None: it is not there. `degraded` says
        what is lost by that."""
        return {
            "english": None if self.lacking else _model(self.english),
            "chinese": _model(self.chinese),
            "chat": _model(self.chat),
            "degraded": [
                f"English can't be tagged ({self.lacking}): its names are runs of "
                "capitals, and rules find no facts in it"
            ]
            if self.lacking
            else [],
        }

    def _tag(
        self, tagger: Tagger | None, language: Language, read: Sequence[Tagged]
    ) -> None:
        """Tag the blocks of a language, those of all texts together; what can't be is
        noted."""
        asked = [(one, n) for one in read for n in one.to_tag(language)]
        if not asked:
            return
        try:
            if tagger is None:
                raise ServiceError(f"no tagger for {language}")
            found = tagger.tag_many([one.blocks[n].text for one, n in asked])
        except ServiceError as error:
            for one, _ in asked:
                one.notes.append(str(error))
            return
        for (one, n), tokens in zip(asked, found, strict=True):
            one.tokens[n] = _placed(tokens, one.blocks[n])

    def _stated(
        self,
        one: Tagged,
        named: Sequence[Mention],
        today: date | None,
        notes: list[str],
    ) -> tuple[list[Triple], int]:
        """Triples, and how many of the chat model's answer could not be used."""
        text = one.text
        if not self.states:
            return [], 0
        if self.chat is not None and text.strip():
            if len(text) > by_chat.MAX_TEXT:
                notes.append(f"the chat model read {by_chat.MAX_TEXT:,} characters")
            try:
                return by_chat.triples(text, self.chat, named, today)
            except ServiceError as error:
                notes.append(f"by rules, since the chat model failed: {error}")
        stated: list[Triple] = []
        plain = _ASIDE.sub(_blank, one.readable)
        for block, tokens in one.tagged:
            if tokens and not block.is_aside:
                rules = chinese if block.language == "zh" else english
                stated += rules.triples(plain, tokens, named, today)
        return [*dict.fromkeys(stated), *tables.triples(text)], 0


def _model(part: Tagger | LanguageModel | None) -> str | None:
    return None if part is None else part.model


def _placed(tokens: Sequence[Token], block: _Block) -> Sequence[Token]:
    """The tokens of a block at their places in its text."""
    return [
        replace(token, start=token.start + block.start, end=token.end + block.start)
        for token in tokens
    ]


def _names(text: str, block: _Block, tokens: Sequence[Token] | None) -> list[Mention]:
    if tokens is not None:
        find = chinese_names if block.language == "zh" else english_names
        return find(text, tokens)
    if block.language == "zh":
        return []
    at = block.start
    found = capitals(block.text)
    return [mention_at(text, at + o.start, at + o.end, o.kind) for o in found]


def _readable(text: str) -> str:
    """The text with white space for what names nothing: every place stays."""
    for pattern in (_HIDDEN, _RULE, _LONG_WORD):
        text = pattern.sub(_blank, text)
    return _unwrapped(text)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _unwrapped(text: str) -> str:
    """Line ends within a wrapped paragraph as spaces."""
    lines = text.split("\n")
    ends = [" " if _goes_on(line, after) else "\n" for line, after in pairwise(lines)]
    return "".join(
        part for pair in zip(lines, [*ends, ""], strict=True) for part in pair
    )


def _goes_on(line: str, after: str) -> bool:
    return (
        len(line) >= WRAPPED
        and not line.rstrip().endswith((".", "!", "?", ":", "。", "！", "？", "："))
        and bool(after.strip())
        and not after.startswith("|")
        and _MARKER.match(after) is None
    )


def _blocks(text: str) -> Iterator[_Block]:
    """The stretches; headings and cells of tables are no sentences, but name things."""
    at = 0
    for match in [*_BREAK.finditer(text), None]:
        end = match.start() if match else len(text)
        marker = _MARKER.match(text, at, end)
        start = marker.end() if marker else at
        is_cell = "|" in (text[at - 1 : at], text[end : end + 1])
        is_heading = marker is not None and "#" in marker[0]
        yield from _without_asides(text, start, end, is_cell or is_heading)
        at = match.end() if match else end


def _is_code(text: str) -> bool:
    """One sign of programs and data for every 25 characters."""
    return sum(character in "{}[]<>=;`\\" for character in text) > len(text) / 25


def _without_asides(
    text: str, start: int, end: int, is_aside: bool
) -> Iterator[_Block]:
    """The block, and by themselves the parentheses in it: they say when, what else it
    is called, and in which script, and are no part of the sentence around them."""
    piece = text[start:end]
    rest = _ASIDE.sub(_blank, piece)
    if any(map(str.isalnum, rest)) and not _is_code(rest):
        yield _Block(rest, start, language_of(rest), is_aside)
    for match in _ASIDE.finditer(piece):
        aside = match[0][1:-1]
        if any(character.isalpha() for character in aside):
            at = start + match.start() + 1
            yield _Block(aside, at, language_of(aside), is_aside=True)
