"""Words that are each other's opposite by what they begin with: "archive" and
"unarchive", "关注" and "取消关注". No pair is listed; the prefixes are, by language."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from kgmem.language import chinese
from kgmem.language.clauses import clause_starts
from kgmem.language.stemming import stem
from kgmem.language.vocabulary import written
from kgmem.language.words import Word
from kgmem.matching.anchor_words import is_content, is_han
from kgmem.matching.paraphrasing.bare_task import BareTask

PREFIXES = tuple(written("opposite.prefix", spaced=True))
"""What a word of a language with blanks begins with,"""
HAN_PREFIXES = tuple(written("opposite.prefix", spaced=False))
"""and what stands before one in a language without."""
SHORTEST = 2
"""Characters of a word that has an opposite."""


def _stem(word: str) -> str:
    """What such a prefix makes longer only by itself: an English stem depends on the
    word's length, so a prefix is taken off before."""
    prefix = max((p for p in PREFIXES if word.startswith(p)), key=len, default="")
    return prefix + stem(word.removeprefix(prefix))


def deeds(text: str) -> frozenset[str]:
    """The words of a request that may say what is to be done, as they are compared: the
    first of each clause that says something; in a language without blanks any word, as
    verbs stand anywhere. None within quotation marks."""
    asked = BareTask(text)
    if asked.is_long:
        return frozenset()
    starts = (0, *clause_starts(text))
    spaced = [word for word in asked.rest if not is_han(word.fold)]
    return frozenset((*_first(spaced, starts), *_han(asked.rest)))


def _first(words: Sequence[Word], starts: Sequence[int]) -> Iterator[str]:
    ends = (*starts[1:], float("inf"))
    for start, end in zip(starts, ends, strict=True):
        said = [word.fold for word in words if start <= word.start < end]
        telling = (n for n, fold in enumerate(said) if is_content(fold))
        yield from (_stem(fold) for fold in said[: next(telling, -1) + 1])


def _han(words: Sequence[Word]) -> Iterator[str]:
    """Chinese words, those behind a prefix together with it."""
    for han, run in groupby(words, key=lambda word: is_han(word.fold)):
        before = ""
        for word in chinese.words("".join(w.fold for w in run)) if han else ():
            if word in HAN_PREFIXES:
                before = word
                continue
            if len(word) >= SHORTEST:
                yield before + word
            before = ""


def opposed(texts: Collection[str]) -> dict[str, frozenset[str]]:
    """By word that is done in one of the texts, its opposites that are done in others.

    >>> opposed(["Archive the mail", "Unarchive the mail"])["archiv"]
    frozenset({'unarchiv'})
    """
    known = frozenset(word for text in texts for word in deeds(text))
    found: dict[str, set[str]] = {}
    for long in known:
        for prefix in (*PREFIXES, *HAN_PREFIXES):
            short = long.removeprefix(prefix)
            if short != long and short in known and len(short) >= SHORTEST:
                found.setdefault(long, set()).add(short)
                found.setdefault(short, set()).add(long)
    return {word: frozenset(others) for word, others in found.items()}


def ask_opposites(one: str, other: str) -> bool:
    """Does one of two requests ask to do what the other asks to undo?"""
    here, there = deeds(one) - deeds(other), deeds(other) - deeds(one)
    pairs = opposed((one, other))
    return any(not pairs.get(word, frozenset()).isdisjoint(there) for word in here)
