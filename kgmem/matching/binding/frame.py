"""A template with its slots, ready to be found in sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from sys import intern

from kgmem.language.stemming import stem
from kgmem.matching.anchor_words import is_han
from kgmem.matching.literal import LiteralRun, runs
from kgmem.matching.sentence import SENTENCE_MARKS, Sentence
from kgmem.model.pattern import Slot
from kgmem.model.texts.template import Hole, parts
from kgmem.tuning import tuned

_TUNED = tuned("matching.binding.frame")

HOLE = _TUNED["hole"]
"""What a hole weighs."""
COMMAS = (tuple(","), tuple(";"))
"""What the parts of a request stand behind."""
_ENDS = "".join(SENTENCE_MARKS) + "。？！ "
"""What a template may end with and a text not."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A template with its slots, ready to read sentences."""

    runs: tuple[LiteralRun, ...]
    """One more than there are holes."""
    slots: tuple[Slot, ...]
    """By hole."""
    anchors: float
    """Weight of the literal words."""
    weight: float
    """Of literal words and holes."""
    key: str
    """What tells its literal words from others, in a text."""

    @classmethod
    def of(cls, template: str, slots: Sequence[Slot]) -> "Frame":
        """The frame of a template; a hole without a slot takes any text."""
        by_name = {slot.name: slot for slot in slots}
        literals, holes = [""], []
        for part in parts(template):
            if isinstance(part, Hole):
                slot = by_name.get(part.slot)
                holes.append(
                    slot or Slot(slot_id=part.slot, name=part.slot, kind="text")
                )
                literals.append("")
            else:
                literals[-1] = part
        literals[-1] = literals[-1].rstrip(_ENDS)
        found = runs(literals)
        anchors = sum(run.weight for run in found)
        key = intern(" ".join(run.key for run in found))
        return cls(found, tuple(holes), anchors, anchors + HOLE * len(holes), key)

    @property
    def is_chinese(self) -> bool:
        """Has it Chinese words?"""
        return any(is_han(word) for run in self.runs for word in run.solid)

    @property
    def is_open(self) -> bool:
        """Does it end with a hole that nothing but a comma, or another hole, stands
        before?"""
        marks = self._before_last
        if marks is None:
            return False
        is_behind_hole = self.runs[-2].is_empty and len(self.runs) > 2
        return marks[-1:] in COMMAS or is_behind_hole

    @property
    def is_told(self) -> bool:
        """Does it end with a hole behind a colon? What is told there is told word for
        word, with its thanks."""
        marks = self._before_last
        return marks is not None and marks[-1:] == (":",)

    @property
    def _before_last(self) -> tuple[str, ...] | None:
        """The marks right before the hole that it ends with; None if it ends with
        none."""
        if len(self.runs) < 2 or not self.runs[-1].is_empty:
            return None
        before = self.runs[-2]
        return before.tail if before.solid else before.head

    def word_losses(self) -> dict[str, float]:
        """What is lost without each literal word that is no mark, by stem."""
        losses: dict[str, float] = {}
        for run in self.runs:
            for literal, loss in zip(run.solid, run.losses, strict=True):
                losses[stem(literal)] = losses.get(stem(literal), 0.0) + loss
        return losses

    def lacks(self, sentence: Sentence, most: float) -> bool:
        """Are so many literal words missing, in whatever order they stand, that more is
        lost than that?"""
        lost = 0.0
        for run in self.runs:
            for literal, loss in zip(run.solid, run.losses, strict=True):
                lost += loss * sentence.least_share(literal)
            if lost > most:
                return True
        return False

    def most(self, floor: float) -> float:
        """What may be lost without a score below `floor`."""
        return (1 - floor) * self.weight
