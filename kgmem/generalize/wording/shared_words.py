"""A word that a value begins or ends with in every text of a group is the wording's:
`Delete the invoice {value}`, also where the row to delete says "Invoice 4712"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from kgmem.generalize.plain import Grounded, Grounding, TaskRuns, Use
from kgmem.generalize.wording.told import CONSTANT
from kgmem.language.typed import kind_of
from kgmem.matching.sentence import is_quoted
from kgmem.matching.transform import apply, explanations
from kgmem.model.base import normalize
from kgmem.model.kind import form_of

_GAP = r"(?:\s+|(?<=[\u4e00-\u9fff])(?=[a-zA-Z\d])|(?<=[a-zA-Z\d])(?=[\u4e00-\u9fff]))"
FIRST = re.compile(rf"(?P<word>\S+?){_GAP}(?P<rest>\S.*)", re.DOTALL)
LAST = re.compile(rf"(?P<rest>.*\S){_GAP}(?P<word>\S+)", re.DOTALL)


def without_shared_words(group: Sequence[TaskRuns], grounded: Grounded) -> Grounded:
    """The groundings of a group without the words that values have at one end in all of
    enough different texts; all of each, where a run's step is not told without them."""
    if len({normalize(task.text) for task in group}) < CONSTANT:
        return grounded
    for end in (FIRST, LAST):
        while (shorter := _shortened(group, grounded, end)) is not None:
            grounded = shorter
    return grounded


def _shortened(
    group: Sequence[TaskRuns], grounded: Grounded, end: re.Pattern[str]
) -> Grounded | None:
    """The groundings without a word at that end which all texts share; None where they
    share none."""
    cuts = [
        {
            one: cut
            for found in grounded[task.task_id].values()
            for one in found
            if (cut := _cut(task.text, one, end))
        }
        for task in group
    ]
    words = [{word for word, _ in cut.values()} for cut in cuts]
    shared = min(set.intersection(*words), default=None)
    if shared is None:
        return None
    return {
        task.task_id: {
            key: [_without(one, cut.get(one), shared) for one in found]
            for key, found in grounded[task.task_id].items()
        }
        for task, cut in zip(group, cuts, strict=True)
    }


def _without(
    one: Grounding, cut: tuple[str, Grounding] | None, shared: str
) -> Grounding:
    return cut[1] if cut is not None and cut[0] == shared else one


def _cut(
    text: str, one: Grounding, end: re.Pattern[str]
) -> tuple[str, Grounding] | None:
    """The word at that end and the grounding of the rest; None for a single word, for
    a list, for what is told by its form or by quotation marks, for what a step enters
    or is called as a whole, and where the steps can't be told without."""
    value = text[slice(*one.span)]
    parted = end.fullmatch(value)
    if parted is None or one.items or any(map(_is_whole, one.uses)):
        return None
    if form_of(kind_of(value)).has_form or is_quoted(value, text):
        return None
    uses = [_use_of(use, value, parted["rest"]) for use in one.uses]
    told = tuple(use for use in uses if use is not None)
    if len(told) < len(uses):
        return None
    at = one.span[0]
    span = at + parted.start("rest"), at + parted.end("rest")
    return normalize(parted["word"]), replace(one, span=span, uses=told)


def _is_whole(use: Use) -> bool:
    """Is the value all that stands there, and not only around an element?"""
    return not (use.before or use.after or use.part.startswith("container"))


def _use_of(use: Use, value: str, rest: str) -> Use | None:
    """The use of a value, told by a part of it."""
    told = apply(use.transform, value)
    if use.step < 0 or told is None:
        return None
    at = normalize(told).rfind(normalize(rest))
    part = told[at : at + len(rest)] if at >= 0 else ""
    transforms = explanations(rest, part)
    if not part or not transforms:
        return None
    return replace(
        use,
        transform=transforms[0],
        before=use.before + told[:at],
        after=told[at + len(rest) :] + use.after,
    )
