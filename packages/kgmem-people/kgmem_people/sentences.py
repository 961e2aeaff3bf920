"""A text cut into sentences, and who says them."""

import re
from collections.abc import Iterator, Sequence

from kgmem.people import Language, phrase

_END = re.compile(r"(?<=[.!?])(?:\s+|(?=[\u4e00-\u9fff]))|(?<=[。！？；])\s*|\n+")
_CLAUSE = re.compile(
    r"[,;.!?](?=\s|$)|[，；。！？\n]|[,;.!?](?=[\u4e00-\u9fff])"
    r"| (?:and|but)(?= (?:i|my|he|she|they|his|her|the user)\b)",
    re.I,
)
LONGEST = 300
"""Characters of a sentence that are kept together."""


def sentences(text: str) -> Iterator[str]:
    """The sentences in their order, white space folded."""
    for part in _END.split(text):
        folded = " ".join(part.split())
        for start in range(0, len(folded), LONGEST):
            yield folded[start : start + LONGEST]


def clauses(sentence: str) -> list[str]:
    """The clauses of a sentence, without the marks between them."""
    return [one for part in _CLAUSE.split(sentence) if (one := part.strip())]


def said_by(speaker: str, text: str, language: Language) -> str:
    """A line of a conversation."""
    name = phrase(f"speaker.{speaker}", language)
    return phrase("line.said", language, speaker=name, text=text)


def shortened(text: str, fits: int) -> str:
    """Whole sentences from the beginning, in at most so many characters; of a first
    one that is longer, what fits."""
    if len(text) <= fits:
        return text
    kept = ""
    for one in _pieces(text):
        if len(kept) + len(one) > fits:
            break
        kept += one
    return kept.strip() or text[: max(0, fits - 1)].rstrip() + "…" * (fits > 0)


def _pieces(text: str) -> Sequence[str]:
    ends = [match.end() for match in _END.finditer(text)]
    starts = [0, *ends]
    return [text[a:b] for a, b in zip(starts, [*ends, len(text)], strict=True)]
