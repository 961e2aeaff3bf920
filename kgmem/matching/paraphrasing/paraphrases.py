"""Which of many patterns a text means in other words, without a look at each."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kgmem.matching.anchor_words import weight
from kgmem.matching.assigning.closeness import Embed
from kgmem.matching.paraphrasing.bare_task import BareTask
from kgmem.matching.paraphrasing.paraphrase import (
    Paraphrase,
    PatternOutline,
    is_same_language,
    likeness,
    meaning,
)
from kgmem.matching.paraphrasing.same_path import does_the_same
from kgmem.tuning import tuned

_TUNED = tuned("matching.paraphrasing.paraphrases")

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


def nearest(
    asked: BareTask,
    outlines: Iterable[tuple[PatternOutline, float]],
    bare: float = -1.0,
    elsewhere: float = -1.0,
    embed: Embed | None = None,
) -> list[tuple[PatternOutline, Paraphrase, float]]:
    """The outline that the text means, as far as vectors and values tell, those of one
    wording together, each with the probability that it is meant; outlines come with
    the cosine of their nearest task; `bare` is that of the nearest task that is no
    pattern's, `elsewhere` that of the nearest one of another app. None where the text
    more likely means no one. With `embed`, what the values mean says which slots they
    are for."""
    near = sorted(outlines, key=lambda one: -one[1])[:KINDS]
    told: list[tuple[PatternOutline, Paraphrase, float]] = []
    for outline, cosine in near:
        seen = _log_odds_seen(seen_hints(asked, near, outline, cosine, bare, elsewhere))
        read = meaning(asked, outline) if seen >= PLAUSIBLE else None
        if read is not None and read.bindings:
            odds = seen + _log_odds_read(read_hints(asked, read))
            told.append((outline, read, odds))
    if not told:
        return []
    told.sort(key=lambda one: (-one[2], one[0].pattern.pattern_id))
    best = [one for one in told if _same_kind(one[0], told[0][0])]
    others = [one[2] for one in told if one not in best]
    none = NONE[is_same_language(asked, told[0][0])]
    all_odds = [math.exp(value) for value in (best[0][2], *others, none)]
    sure = all_odds[0] / sum(all_odds)
    single = all(outline.pattern.support == 1 for outline, *_ in best)
    needed = OFFERED_SINGLE if single else OFFERED
    if sure < needed:
        return []
    return [
        (outline, (embed and meaning(asked, outline, embed)) or read, sure)
        for outline, read, _ in best
    ]


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
    elsewhere: float = -1.0,
) -> SeenHints:
    """Those of one of the outlines that are `near`, which come with their cosines. What
    is nearer in another app is not meant; where the app has but one kind, that it is
    further away tells for this one."""
    is_same = is_same_language(asked, outline)
    others = [c for other, c in near if not _same_kind(other, outline)]
    if bare > -1.0:
        others.append(bare)
    if not others and -1.0 < elsewhere < cosine:
        others.append(elsewhere)
    return SeenHints(
        cosine=cosine if is_same else 0.0,
        cosine_abroad=0.0 if is_same else cosine,
        lead=cosine - max(others, default=cosine),
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
    """Do they say the same, or do the same, whatever they were asked by?"""
    is_worded = one.heads == other.heads and one.things == other.things
    return is_worded or does_the_same(one.pattern.steps, other.pattern.steps)
