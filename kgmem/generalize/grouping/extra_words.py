"""Parts a group in which some tasks say more than the others.

"How many commits did X make on D" and "how many commits did X make to R on D" share
all words of the first, but tasks of one kind have the same slots. So where some
members have a clause that the others leave out, with nothing in its place, they are
kept apart, unless their runs take the same path.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from rapidfuzz.distance import LCSseq

from kgmem.generalize.grouping.sketch import Sketch
from kgmem.language.stopwords import CHINESE, ENGLISH
from kgmem.tuning import tuned

_TUNED = tuned("generalize.grouping.extra_words")

LEAST_APART = 3
"""Different members on each side: two have a word in common by chance."""
MOST_PAIRS = _TUNED["most_pairs"]
"""Share of pairs in which the clause stands in a gap that the other leaves empty."""
SAMPLE = 8
"""Members of each side that are paired."""
MAX_WORDS = 64
"""Words that are tried, those nearest to half of the members first."""

_Word = tuple[str, int]
"""A token and which occurrence of it in the text."""


def parted(members: Sequence[Sketch]) -> list[list[int]]:
    """Numbers of the members that stay together; one list where all do."""
    return _parted(members, list(range(len(members))))


def _parted(members: Sequence[Sketch], numbers: list[int]) -> list[list[int]]:
    having = {n: set(_words(members[n])) for n in numbers}
    for word in _candidates(having):
        more = [n for n in numbers if word in having[n]]
        less = [n for n in numbers if word not in having[n]]
        if _is_extra(word[0], [members[n] for n in more], [members[n] for n in less]):
            return [*_parted(members, more), *_parted(members, less)]
    return [numbers]


def _words(sketch: Sketch) -> Iterator[_Word]:
    seen: Counter[str] = Counter()
    for token in sketch.words:
        seen[token] += 1
        yield token, seen[token]


def _candidates(having: dict[int, set[_Word]]) -> list[_Word]:
    """Words that enough members have and enough lack."""
    counts = Counter(word for words in having.values() for word in words)
    sides = {
        word: smaller
        for word, count in counts.items()
        if (smaller := min(count, len(having) - count)) >= LEAST_APART
    }
    return sorted(sides, key=lambda word: (-sides[word], word))[:MAX_WORDS]


def _is_extra(token: str, more: Sequence[Sketch], less: Sequence[Sketch]) -> bool:
    found = [
        _is_inserted(token, long, short)
        for long in _sample(more)
        for short in _sample(less)
    ]
    return sum(found) >= MOST_PAIRS * len(found)


def _sample(members: Sequence[Sketch]) -> Sequence[Sketch]:
    """At most SAMPLE of them, from everywhere in their order."""
    return members[:: -(-len(members) // SAMPLE)]


def _is_inserted(token: str, long: Sketch, short: Sketch) -> bool:
    """Does `long` have the token where `short` has nothing, in words that say
    something, and do their runs differ?"""
    if long.path and long.path == short.path:
        return False
    return any(
        token in gap and any(w not in ENGLISH and w not in CHINESE for w in gap)
        for gap in _insertions(long.words, short.words)
    )


def _insertions(
    long: tuple[str, ...], short: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    """Stretches of `long` between common tokens that follow each other in `short`."""
    i = j = 0
    for block in LCSseq.opcodes(long, short).as_matching_blocks():
        if block.a > i and block.b == j:
            yield long[i : block.a]
        i, j = block.a + block.size, block.b + block.size
