"""Which of many patterns a text means in other words, without a look at each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log

from kgmem.matching.assigning.closeness import Embed
from kgmem.matching.paraphrasing.bare_task import BareTask
from kgmem.matching.paraphrasing.paraphrase import Paraphrase, PatternOutline, meaning
from kgmem.matching.paraphrasing.same_path import does_the_same
from kgmem.matching.same_kind import shares
from kgmem.tuning import tuned

_TUNED = tuned("matching.paraphrasing.paraphrases")

KINDS = 6
"""Kinds with the nearest tasks that a text may mean."""
OFFERED = _TUNED["offered"]
"""Probability from which on a text may mean a pattern."""
NEAR = _TUNED["near"]
"""Share of the likeliest kind's probability from which on another may be meant."""

Ranked = tuple[PatternOutline, float]
"""An outline, and the log-odds that a text is of its kind."""


@dataclass(frozen=True, slots=True)
class Meant:
    """A pattern that a text means in other words."""

    outline: PatternOutline
    read: Paraphrase
    chance: float
    """That it is meant."""
    rival: str | None = None
    """The wording of another kind that may be meant as well."""


def nearest(
    asked: BareTask,
    outlines: Iterable[Ranked],
    bare: float | None = None,
    embed: Embed | None = None,
) -> list[Meant]:
    """What the text means, those of one wording together; none where it means no one,
    or a kind that takes none of its values. Of kinds that are as likely, the one that
    its values fit. `outlines` come with the log-odds of their likeliest task, `bare`
    is that of the likeliest task of no pattern. With `embed`, what the values mean
    says which slots they are for."""
    kinds = _kinds(sorted(outlines, key=_order)[:KINDS])
    odds = {n: kind[0][1] for n, kind in enumerate(kinds)}
    told = shares({**odds, None: bare} if bare is not None else odds)
    least = max(OFFERED, told.get(None, 0.0))
    found: list[list[Meant]] = []
    for n, kind in enumerate(kinds):
        if told[n] < (NEAR * told[0] if n else least):
            break
        near = [o for o, own in kind if own >= odds[n] + log(NEAR)]
        read = [(o, r) for o in near if (r := meaning(asked, o, embed))]
        if own := [Meant(o, r, told[n]) for o, r in read if r.bindings]:
            found.append(own)
    found.sort(key=lambda own: min(map(_is_amiss, own)))
    if len(found) < 2:
        return found[0] if found else []
    return [
        replace(one, rival=found[1][0].outline.pattern.template) for one in found[0]
    ]


def _is_amiss(one: Meant) -> int:
    """How many slots lack a value, and values a slot."""
    return len(one.read.unbound) + len(one.read.left)


def _order(one: Ranked) -> tuple[float, str]:
    outline, odds = one
    return -odds, outline.pattern.pattern_id


def _kinds(ranked: Sequence[Ranked]) -> list[list[Ranked]]:
    """Those of one kind together, the likeliest first."""
    kinds: list[list[Ranked]] = []
    for one in ranked:
        own = next((kind for kind in kinds if _same_kind(one[0], kind[0][0])), None)
        if own is None:
            kinds.append([one])
        else:
            own.append(one)
    return kinds


def _same_kind(one: PatternOutline, other: PatternOutline) -> bool:
    """Do they say the same, or do the same, whatever they were asked by?"""
    is_worded = one.heads == other.heads and one.things == other.things
    return is_worded or does_the_same(one.pattern.steps, other.pattern.steps)
