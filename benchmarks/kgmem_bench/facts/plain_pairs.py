"""Pairs of things by the plainest ways: what rules have to be better than."""

from collections.abc import Sequence
from itertools import groupby, pairwise

from kgmem.lab import (
    JiebaTagger,
    Language,
    SpacyTagger,
    Tagger,
    Token,
)
from kgmem_people.reading.extract import Extract

Pair = tuple[str, str]


class PlainPairs:
    """Pairs by adjacency, and by the nouns around a verb."""

    def __init__(self, extract: Extract) -> None:
        """`extract` says what is named."""
        self._extract = extract
        self._taggers: dict[Language, Tagger] = {
            "en": SpacyTagger(),
            "zh": JiebaTagger(),
        }

    def adjacent(self, text: str, language: Language) -> list[Pair]:
        """Each name of the text with the next one."""
        named = self._extract.extract(text).mentions
        return [(a.name, b.name) for a, b in pairwise(named) if a.end <= b.start]

    def around_verbs(self, text: str, language: Language) -> list[Pair]:
        """Subject and object of each verb; in Chinese the nouns nearest to it."""
        tokens = self._taggers[language].tag(text)
        return _by_tree(text, tokens) if language == "en" else _by_place(text, tokens)


def _by_tree(text: str, tokens: Sequence[Token]) -> list[Pair]:
    found = []
    for n, token in enumerate(tokens):
        if token.pos not in ("VERB", "AUX"):
            continue
        below = [m for m, other in enumerate(tokens) if other.head == n and m != n]
        subjects = [m for m in below if tokens[m].dep in ("nsubj", "nsubjpass")]
        things = [m for m in below if tokens[m].dep in ("dobj", "attr")]
        things += [
            m
            for m, other in enumerate(tokens)
            if other.dep == "pobj" and other.head in below
        ]
        found += [
            (_phrase(text, tokens, a), _phrase(text, tokens, b))
            for a in subjects
            for b in things
        ]
    return found


def _phrase(text: str, tokens: Sequence[Token], head: int) -> str:
    """The noun with the words before it that belong to it."""
    first = head
    while first and tokens[first - 1].head in range(first, head + 1):
        first -= 1
    return text[tokens[first].start : tokens[head].end]


def _by_place(text: str, tokens: Sequence[Token]) -> list[Pair]:
    nouns: list[Pair] = []
    chunks: list[tuple[str, str]] = []
    for kind, group in groupby(tokens, key=_sort):
        words = list(group)
        chunks.append((kind, text[words[0].start : words[-1].end]))
    for n, (kind, _) in enumerate(chunks):
        if kind != "verb":
            continue
        before = [words for kind, words in chunks[:n] if kind == "noun"]
        after = [words for kind, words in chunks[n + 1 :] if kind == "noun"]
        nouns += [(a, b) for a in before[-1:] for b in after[:1]]
    return nouns


def _sort(token: Token) -> str:
    if token.pos == "v":
        return "verb"
    return "noun" if token.pos[:1] in ("n", "e", "j", "l") else "other"
