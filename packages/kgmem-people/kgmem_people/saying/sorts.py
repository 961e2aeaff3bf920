"""What each part of a message is for a memory: an order that lasts, one that is taken
back, or the end of something that held. Told by a multinomial logistic regression on
the part's words and its vector.

It was fitted with one embedder and tells nothing of the vectors of others; on what, and
how well it does on chats that it was not fitted on:
`kgmem_bench.conversation.fit_sorts`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

import numpy as np

from kgmem.people import tokens
from kgmem.ports import Embedder, Vectors
from kgmem_people.saying.weighing import read_fitted

MATRICES = ("bias", "vectors", "sentences")
FILE = Path(__file__).with_name("sorts.json")
Sort = Literal["none", "holds", "order", "unorder", "end"]
SORTS: tuple[Sort, ...] = ("none", "holds", "order", "unorder", "end")
"""Nothing that lasts; what lasts; what the assistant is to do from now on, or no longer
is; what is over."""
NEAR, SHARED = 0.35, 0.25
"""The cosine from which on what is over is what was said, and the same where they share
a word: 19 of 20 are in the chats that weights were fitted on."""
_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|\.(?=\d))+")
_CUT = re.compile(
    r"(?:(?<!\d)[.,:]|[.,:](?!\d)|[;；：，、…~～()（）])+|\s+[-–—]+\s+"
    r"|(?<=[\u4e00-\u9fff])\s+|\s+(?=[\u4e00-\u9fff])"
    r"|\s+(?:and|but|so|because|since|though)\s+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """Part of a message of one sort."""

    text: str
    sort: Sort
    vector: Vectors


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part stands, and its sentence."""

    start: int
    end: int
    text: str
    sentence: str


def places(text: str) -> list[Place]:
    """The parts of a text, without the marks and words between them."""
    found: list[Place] = []
    for sentence in _SENTENCE.finditer(text):
        whole, at = sentence[0], sentence.start()
        cuts = [
            *(match.span() for match in _CUT.finditer(whole)),
            (len(whole), len(whole)),
        ]
        starts = [0, *(end for _, end in cuts)]
        for start, (end, _) in zip(starts, cuts, strict=False):
            part = whole[start:end]
            if sum(map(str.isalnum, part)) > 1:
                first = at + start + len(part) - len(part.lstrip())
                last = at + start + len(part.rstrip())
                found.append(Place(first, last, part.strip(), whole.strip()))
    return found


def signs_of(part: str) -> set[str]:
    """What is weighed of a part beside its vector."""
    return {*tokens(part), *(mark for mark in "?？" if mark in part)}


@dataclass(frozen=True, slots=True)
class Sorts:
    """What was fitted for a language with one embedder."""

    model: str
    """The embedder's id."""
    bias: Vectors
    signs: Mapping[str, Vectors]
    vectors: Vectors
    sentences: Vectors
    least: Mapping[str, float]
    """The probability from which on a part is of a sort."""

    def odds(self, place: Place, vectors: Mapping[str, Vectors]) -> Vectors:
        """The log-odds of each of `SORTS`, up to what they share, by the vectors of the
        part and of its sentence."""
        seen = [self.signs[o] for o in signs_of(place.text) if o in self.signs]
        part = self.vectors @ vectors[place.text]
        sentence = self.sentences @ vectors[place.sentence]
        odds: Vectors = np.sum([self.bias, part, sentence, *seen], axis=0)
        return odds

    def sort(self, place: Place, vectors: Mapping[str, Vectors]) -> Sort:
        """What it is, if that is likely enough; else `none`."""
        odds = self.odds(place, vectors)
        likely = np.exp(odds - odds.max())
        n = int(likely.argmax())
        share = float(likely[n] / likely.sum())
        return SORTS[n] if share >= self.least.get(SORTS[n], 1.0) else "none"

    def parts(self, text: str, embedder: Embedder) -> Iterator[Part]:
        """The parts of a text that are of a sort; orders that follow one another in a
        sentence are one."""
        found = places(text)
        vectors = vectors_of(found, embedder)
        sorted_parts = [(self.sort(one, vectors), one) for one in found]
        for (sort, _), group in groupby(
            sorted_parts, lambda o: (o[0], o[1].sentence if o[0] == "order" else o[1])
        ):
            same = [place for _, place in group]
            if sort not in ("none", "holds"):
                whole = text[same[0].start : same[-1].end]
                yield Part(whole, sort, vectors[same[0].text])

    def near(self, over: Part, texts: Sequence[str], embedder: Embedder) -> int | None:
        """Which of the texts tells what is over; None if that is not plain."""
        own = {*tokens(over.text)}
        likeness = embedder.embed(texts) @ over.vector
        plain = [
            n
            for n, text in enumerate(texts)
            if likeness[n] >= (SHARED if own & {*tokens(text)} else NEAR)
        ]
        return max(plain, key=lambda n: float(likeness[n]), default=None)


def vectors_of(found: Iterable[Place], embedder: Embedder) -> dict[str, Vectors]:
    """The vectors of parts and of their sentences."""
    texts = list(dict.fromkeys(o for each in found for o in (each.text, each.sentence)))
    return dict(zip(texts, embedder.embed(texts), strict=True)) if texts else {}


@cache
def fitted_sorts(language: str) -> Sorts:
    """What comes with the package."""
    return read_fitted(FILE, language, _made)


def _made(raw: dict[str, Any]) -> Sorts:
    signs = {k: np.asarray(v, np.float32) for k, v in raw["signs"].items()}
    arrays = {k: np.asarray(raw[k], np.float32) for k in MATRICES}
    return Sorts(**{**raw, **arrays, "signs": signs})
