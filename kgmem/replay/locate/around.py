"""Does what stands around the wanted element stand around a candidate, too?"""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from functools import cache

from kgmem.language.words import folds
from kgmem.model.texts.numbers import has_numbers_of
from kgmem.paths.fits import is_within
from kgmem.replay.locate.seen import MAX_AROUND, Seen, idf
from kgmem.tuning import tuned

_TUNED = tuned("replay.locate.around")

SAME_TEXT = _TUNED["same_text"]
"""Share of what a text's words tell from which on it is the same text, changed."""
CHANGED = _TUNED["changed"]
"""Agreement of such a text, times that share."""
BETWEEN = _TUNED["between"]
"""Agreement is times this where the text that was nearest stands behind another one:
as little as that of other surroundings, see `decide.ELSEWHERE`."""
MOSTLY = _TUNED["mostly"]
"""Share of a text's information from which on most of it is new."""
MAX_INFORMATION = 8.0
"""Nats that one text counts for at most: some six words."""


class Surroundings:
    """The texts around a wanted element, compared to those around the candidates.

    What is around a whole list is around each of its rows: a text that stood nearest is
    looked for nearest, or as near as it stands to any candidate.
    """

    def __init__(self, wanted: Seen, candidates: Sequence[Seen]) -> None:
        self._wanted = wanted
        texts = {text for seen in candidates for text in seen.around}
        self._texts = len(texts)
        self._is_nameless = wanted.look.name is None
        self._texts_with = Counter(word for text in texts for word in text)
        self._known: dict[tuple[str, ...], _Shares] = {}
        self._wanted_words = frozenset().union(*wanted.around)
        self._below: dict[frozenset[str], set[tuple[str, ...]]] = defaultdict(set)
        for seen in candidates:
            if seen.around:
                self._below[seen.around[0]].add(seen.look.around)
        self._worth = cache(lambda word: idf(self._texts, self._texts_with[word]))
        self._folded = cache(folds)
        self._limits = [
            max(n, min((self._nearest(n, seen) for seen in candidates), default=n))
            for n in range(len(wanted.around))
        ]
        called = [seen for seen in candidates if seen.look.name == wanted.look.name]
        self._said = [
            any(words in seen.around[: limit + 1] for seen in called)
            for words, limit in zip(wanted.around, self._limits, strict=True)
        ]
        """Does each text stand in its place, with no word more, around a candidate that
        is called the same?"""

    def agreement(self, candidate: Seen) -> float | None:
        """The share of the texts that is around the candidate, by what they tell,
        nearer ones counting more; None where nothing is around the wanted one."""
        agreeing = total = 0.0
        for n, words in enumerate(self._wanted.around):
            weight = min(self._information(words), MAX_INFORMATION) / (n + 1)
            total += weight
            agreeing += weight * self._agreement(n, candidate)
        if not total:
            return None
        share = agreeing / total
        return BETWEEN * share if self._has_other_between(candidate) else share

    def near(self, candidate: Seen) -> frozenset[str]:
        """The words that stand where those stand that stood nearest to the wanted
        element."""
        if not self._wanted.around:
            return frozenset()
        return frozenset().union(*candidate.around[: self._limits[0] + 1])

    def _agreement(self, n: int, candidate: Seen) -> float:
        """1 where all words of the text number `n` are around the candidate, less where
        most are; where that very text is around another one, a longer text is another:
        the "Verify password" beside "Password"."""
        places = slice(self._limits[n] + 1)
        shares = self._shares(candidate)[n][places]
        if self._said[n]:
            around = candidate.around[places]
            shares = [
                share * self._weight_of(n, words)
                for share, words in zip(shares, around, strict=True)
            ]
        share = max(shares, default=0.0)
        if share < SAME_TEXT:
            return 0.0
        return 1.0 if share == 1.0 else CHANGED * share

    def _weight_of(self, n: int, words: frozenset[str]) -> float:
        """The share of what these words tell that the wanted one's text number `n`
        tells; 0..1."""
        said = self._wanted.around[n]
        if words <= said:
            return 1.0
        return self._information(words & said) / self._information(words)

    def _has_other_between(self, candidate: Seen) -> bool:
        """Does the text that was nearest to the wanted element stand further away, and
        nearest one with mostly other words, which stands in this place only?"""
        if not 0 < self._nearest(0, candidate) < MAX_AROUND:
            return False
        nearest = candidate.around[0]
        if len(self._below[nearest]) > 1:
            return False
        added = self._information(nearest - self._wanted_words)
        return added > MOSTLY * self._information(nearest)

    def _nearest(self, n: int, candidate: Seen) -> int:
        """The number of the nearest text around the candidate that is the wanted one's
        text number `n`; beyond all where none is."""
        shares = self._shares(candidate)[n]
        found = (m for m, share in enumerate(shares) if share >= SAME_TEXT)
        return next(found, MAX_AROUND)

    def _shares(self, candidate: Seen) -> "_Shares":
        """For each text around the wanted element: how much of what its words tell is
        in each text around the candidate."""
        texts = candidate.look.around
        key = (*texts, candidate.look.name or "") if self._is_nameless else texts
        if key not in self._known:
            self._known[key] = [
                [self._share(n, candidate, m) for m in range(len(texts))]
                for n in range(len(self._wanted.around))
            ]
        return self._known[key]

    def _share(self, n: int, candidate: Seen, m: int) -> float:
        words, others = self._wanted.around[n], candidate.around[m]
        if self._is_nameless:  # a row's whole text holds what is in it, too
            others |= candidate.called
        said, shown = self._wanted.look.around[n], candidate.look.around[m]
        is_said = is_within(self._folded(said), self._folded(shown))
        if words <= others or (is_said and has_numbers_of(shown, said)):
            return 1.0
        return self._information(words & others) / self._information(words)

    def _information(self, words: Collection[str]) -> float:
        """What words tell among the different texts of the page."""
        return sum(map(self._worth, words))


_Shares = list[list[float]]
