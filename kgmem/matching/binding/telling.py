"""Does a wording say enough to tell what is asked?

A template is worth what its literal words say, less what its holes leave open: what a
run uses of a text the path accounts for, and what a form or marks show ends by itself.
Whatever else stands in a hole is read there, and nothing accounts for it. A wording
that says less than it leaves open fits requests of any kind.
"""

from collections.abc import Iterator

from kgmem.language.words import folds
from kgmem.matching.anchor_words import MARK_WEIGHT, weight
from kgmem.model.kind import form_of
from kgmem.model.pattern import Pattern, Slot
from kgmem.model.texts.template import holes, parts


def tells(pattern: Pattern, wording: str) -> bool:
    """Does this wording of the pattern say as much as it leaves open, in content words?
    Of a kind whose path is not known, nothing is told."""
    own = {hole.slot for hole in holes(wording)}
    open_ = sum(_length(slot) for slot in _unaccounted(pattern) if slot.name in own)
    literal = (part for part in parts(wording) if isinstance(part, str))
    return not open_ or sum(map(_content, literal)) >= open_


def _unaccounted(pattern: Pattern) -> Iterator[Slot]:
    """The slots that no step of a known path uses and that may hold any words."""
    if not pattern.steps:
        return
    used = {n for step in pattern.steps for n in (*step.slots, step.repeat_for)}
    for slot in pattern.slots:
        form = form_of(slot.kind)
        ends = form.is_app or form.ends in ("form", "marks")
        if slot.name not in used and not ends:
            yield slot


def _length(slot: Slot) -> float:
    """Of its examples, on average."""
    return sum(map(_content, slot.examples)) / max(1, len(slot.examples))


def _content(text: str) -> float:
    """What the text says, in content words."""
    return sum(one for one in map(weight, folds(text)) if one > MARK_WEIGHT)
