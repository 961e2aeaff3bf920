"""What each part of a message is for a memory: does it tell what lasts, give an order
that lasts, take one back, or end something that held? Told by a multinomial logistic
regression on the part's words, its vector and that of its sentence.

It was fitted with one embedder and tells nothing of the vectors of others; on what, and
how well it does on chats that it was not fitted on:
`kgmem_bench.conversation.fit_sorts`.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Literal

import numpy as np

from kgmem import ConfigurationError
from kgmem.people import tokens
from kgmem.ports import Embedder, Vectors
from kgmem_people.saying.own_words import ELSE

MATRICES = ("bias", "vectors", "sentences")
FILE = Path(__file__).with_name("sorts.json")
Sort = Literal["none", "holds", "order", "unorder", "end"]
SORTS: tuple[Sort, ...] = ("none", "holds", "order", "unorder", "end")
"""Nothing that lasts; what lasts; what the assistant is to do from now on, or no longer
is; what is over."""
LASTS = np.array([0.0, 1.0, 0.0, 0.0, 0.5])
"""How much of each sort lasts."""
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
    words: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """A part of a text, and how likely each of `SORTS` is."""

    place: Place
    chances: Vectors
    vector: Vectors


def holding(words: str, parts: Sequence[Weighed]) -> float:
    """How likely it is that what these words say lasts, 0..1: of the two parts which
    share most of them, by how many they share; 0 where none does. Half of what ends
    something tells what is so instead."""
    own = {*tokens(words)}
    shared = [(len(own & one.place.words), one) for one in parts]
    most = sorted(shared, key=lambda pair: -pair[0])[:2]
    total = sum(count for count, _ in most)
    likely = sum(n * float(o.chances @ LASTS) for n, o in most)
    return likely / total if total else 0.0


def places(text: str) -> list[Place]:
    """The parts of a text, without the marks and words between them; what is not its
    writer's own is nothing in quotation marks."""
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
                said = re.sub(f"{ELSE}+", "“”", part.strip())
                around = whole.replace(ELSE, " ").strip()
                words = frozenset(tokens(said))
                found.append(Place(first, last, said, around, words))
    return found


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

    def chances(self, place: Place, vectors: Mapping[str, Vectors]) -> Vectors:
        """The probability of each of `SORTS`, by the vectors of the part and of its
        sentence."""
        seen = [self.signs[o] for o in place.words if o in self.signs]
        part = self.vectors @ vectors[place.text]
        sentence = self.sentences @ vectors[place.sentence]
        odds: Vectors = np.sum([self.bias, part, sentence, *seen], axis=0)
        likely = np.exp(odds - odds.max())
        chances: Vectors = likely / likely.sum()
        return chances

    def weighed(self, text: str, embedder: Embedder) -> list[Weighed]:
        """The parts of a text, with the chances of each."""
        found = places(text)
        vectors = vectors_of(found, embedder)
        return [
            Weighed(one, self.chances(one, vectors), vectors[one.text]) for one in found
        ]

    def sort(self, chances: Vectors) -> Sort:
        """The likeliest one, if that is likely enough; else `none`."""
        n = int(chances.argmax())
        return SORTS[n] if chances[n] >= self.least.get(SORTS[n], 1.0) else "none"

    def parts(self, text: str, weighed: Iterable[Weighed]) -> list[Part]:
        """The parts of a text that are of a sort; orders that follow one another in a
        sentence are one."""
        found = []
        sorted_parts = [(self.sort(one.chances), one) for one in weighed]
        for (sort, _), group in groupby(
            sorted_parts,
            lambda o: (o[0], o[1].place.sentence if o[0] == "order" else o[1].place),
        ):
            same = [one for _, one in group]
            if sort not in ("none", "holds"):
                whole = text[same[0].place.start : same[-1].place.end]
                found.append(Part(whole, sort, same[0].vector))
        return found

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
    return read_fitted(FILE, language)


def read_fitted(path: Path, language: str) -> Sorts:
    """What a file holds of a language. Raises ConfigurationError."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))[language]
        signs = {k: np.asarray(v, np.float32) for k, v in raw["signs"].items()}
        arrays = {k: np.asarray(raw[k], np.float32) for k in MATRICES}
        return Sorts(**{**raw, **arrays, "signs": signs})
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigurationError(
            f"{path.name} can't be read ({error}); reinstall kgmem"
        ) from error
