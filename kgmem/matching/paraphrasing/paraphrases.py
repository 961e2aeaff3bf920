"""Which of many patterns a text means in other words, without a look at each."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from kgmem.matching.anchor_words import weight
from kgmem.matching.paraphrasing.bare_task import BareTask
from kgmem.matching.paraphrasing.paraphrase import (
    Paraphrase,
    PatternOutline,
    is_same_language,
    likeness,
    meaning,
    paraphrase,
)
from kgmem.model.keys.identity import fold_app
from kgmem.model.pattern import Pattern
from kgmem.tuning import tuned

_TUNED = tuned("matching.paraphrasing.paraphrases")

LOOKED_AT = 64
"""Patterns with the rarest of the text's words that are tried."""
CLEARLY = _TUNED["clearly"]
"""How much more alike than any other the one that is meant must be."""

KINDS = 6
"""Kinds with the nearest tasks that vectors choose between."""
COSINE = {True: _TUNED["cosine"], False: _TUNED["cosine_abroad"]}
"""What speaks for a kind, as log-odds: the cosine of its nearest task, in one language
or across two;"""
LEAD = _TUNED["lead"]
"""how much nearer that is than any other kind;"""
FIT = _TUNED["fit"]
"""how well its slots take the values;"""
BEYOND = _TUNED["beyond"]
"""the share of the words that nothing explains;"""
OPPOSITE = _TUNED["opposite"]
"""that it seems to ask for the opposite;"""
ALIKE = _TUNED["alike"]
"""the share of the words that both have;"""
NONE = {True: _TUNED["none"], False: _TUNED["none_abroad"]}
"""and for no kind at all."""
PLAUSIBLE = _TUNED["plausible"]
"""Log-odds without the values below which a text is not read as a kind's."""
OFFERED = _TUNED["offered"]
"""Probability from which on a text means a pattern,"""
OFFERED_SINGLE = _TUNED["offered_single"]
"""and one that a single run has shown."""

Meant = tuple[PatternOutline, Paraphrase]


class Paraphrases:
    """The outlines of patterns by the words of what they are about. Not safe for
    threads by itself."""

    def __init__(self) -> None:
        self._outlines: dict[str, PatternOutline] = {}
        """By pattern id."""
        self._by_word: dict[str, dict[str, None]] = {}
        """Pattern ids by stem, an ordered set."""

    def add(self, pattern: Pattern) -> None:
        """Puts the pattern in, in place of the one with its id."""
        old = self._outlines.get(pattern.pattern_id)
        if old is not None and old.is_of(pattern):
            self._outlines[pattern.pattern_id] = replace(old, pattern=pattern)
            return
        self.remove(pattern.pattern_id)
        outline = PatternOutline.of(pattern)
        if outline is not None:
            self._outlines[pattern.pattern_id] = outline
            for word in outline.things:
                self._by_word.setdefault(word, {})[pattern.pattern_id] = None

    def remove(self, pattern_id: str) -> None:
        """Takes the pattern out, if it is there."""
        outline = self._outlines.pop(pattern_id, None)
        for word in outline.things if outline else ():
            del self._by_word[word][pattern_id]
            if not self._by_word[word]:
                del self._by_word[word]

    def outline(self, pattern_id: str) -> PatternOutline | None:
        """A pattern's outline, if it has one."""
        return self._outlines.get(pattern_id)

    def candidates(self, asked: BareTask, app: str | None) -> list[PatternOutline]:
        """Outlines in scope that have the text's rare words, at most LOOKED_AT."""
        if asked.is_long:
            return []
        wanted = {"", fold_app(app)}
        return [
            outline
            for outline in (self._outlines[name] for name in self._named(asked))
            if not app or fold_app(outline.pattern.app) in wanted
        ]

    def _named(self, asked: BareTask) -> Iterator[str]:
        known = [self._by_word[key] for key in asked.stems if key in self._by_word]
        seen: dict[str, None] = {}
        for ids in sorted(known, key=len):
            for name in ids:
                if len(seen) == LOOKED_AT:
                    break
                seen[name] = None
        yield from seen


def meant(asked: BareTask, outlines: list[PatternOutline]) -> list[Meant]:
    """The outlines that the text means, those of one wording together; none if two
    wordings are about equally alike."""
    found = [
        (outline, read)
        for outline in outlines
        if (read := paraphrase(asked, outline)) is not None
    ]
    found.sort(key=lambda one: (-one[1].likeness, one[0].pattern.pattern_id))
    best = [one for one in found if _same_kind(one[0], found[0][0])]
    others = [read.likeness for outline, read in found if (outline, read) not in best]
    if not best or max(others, default=-1.0) > best[0][1].likeness - CLEARLY:
        return []
    return best


def nearest(
    asked: BareTask,
    outlines: Iterable[tuple[PatternOutline, float]],
    bare: float = -1.0,
) -> list[tuple[PatternOutline, Paraphrase, float]]:
    """The outline that the text means, as far as vectors and values tell, those of one
    wording together, each with the probability that it is meant; outlines come with
    the cosine of their nearest task; `bare` is that of the nearest task that is no
    pattern's. None where the text more likely means no one."""
    near = sorted(outlines, key=lambda one: -one[1])[:KINDS]
    told = [
        (outline, read, seen + _log_odds_read(read_hints(asked, read)))
        for outline, cosine in near
        if (seen := _log_odds_seen(seen_hints(asked, near, outline, cosine, bare)))
        >= PLAUSIBLE
        and (read := meaning(asked, outline)) is not None
        and read.bindings
    ]
    if not told:
        return []
    told.sort(key=lambda one: (-one[2], one[0].pattern.pattern_id))
    best = [one for one in told if _same_kind(one[0], told[0][0])]
    others = [one[2] for one in told if one not in best]
    none = NONE[is_same_language(asked, told[0][0])]
    odds = [math.exp(value) for value in (best[0][2], *others, none)]
    sure = odds[0] / sum(odds)
    single = all(outline.pattern.support == 1 for outline, *_ in best)
    needed = OFFERED_SINGLE if single else OFFERED
    return [(*one[:2], sure) for one in best] if sure >= needed else []


class SeenHints(NamedTuple):
    """What speaks for a kind before the text is read as its; what the numbers count
    for stands above."""

    cosine: float
    cosine_abroad: float
    lead: float
    alike: float


class ReadHints(NamedTuple):
    """What the values, and what they leave, say of it."""

    fit: float
    beyond: float
    opposite: float


def seen_hints(
    asked: BareTask,
    near: Sequence[tuple[PatternOutline, float]],
    outline: PatternOutline,
    cosine: float,
    bare: float = -1.0,
) -> SeenHints:
    """Those of one of the outlines that are `near`, which come with their cosines."""
    is_same = is_same_language(asked, outline)
    others = [c for other, c in near if not _same_kind(other, outline)]
    return SeenHints(
        cosine=cosine if is_same else 0.0,
        cosine_abroad=0.0 if is_same else cosine,
        lead=cosine - max([*others, bare] if bare > -1.0 else others, default=cosine),
        alike=likeness(asked, outline) if is_same else 0.0,
    )


def read_hints(asked: BareTask, read: Paraphrase) -> ReadHints:
    """Those of a reading of the text."""
    said = 1.0 + sum(weight(word.fold) for word in asked.rest)
    return ReadHints(read.fit, read.beyond / said, read.is_opposite)


def _log_odds_seen(one: SeenHints) -> float:
    """Of the text meaning the kind, up to a constant, before it is read as its."""
    cosines = COSINE[True] * one.cosine + COSINE[False] * one.cosine_abroad
    return cosines + LEAD * one.lead + ALIKE * one.alike


def _log_odds_read(one: ReadHints) -> float:
    return FIT * one.fit + BEYOND * one.beyond + OPPOSITE * one.opposite


def _same_kind(one: PatternOutline, other: PatternOutline) -> bool:
    return one.heads == other.heads and one.things == other.things
