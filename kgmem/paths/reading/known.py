"""What of a run is known beside its pages: the values that its task says."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kgmem.language.words import whole, words
from kgmem.matching.transform import apply, explanations
from kgmem.model.base import normalize
from kgmem.model.texts.template import Hole, escape, fill

AS_SAID = "trim"
"""The transform of a value that stands as the task says it: a hole without one has that
of its slot."""
MIN_SAID = 2
"""Letters that a text and the task have in common at least."""
_TRUTHS = frozenset({"true", "false", "none", "null"})


@dataclass(frozen=True)
class TaskSaid:
    """A task, by its text or by the values of its slots."""

    task: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    """By the name of the slot; a pattern's sources hold the slot in its place."""
    is_template: bool = False
    """Are the texts of sources templates?"""

    @cached_property
    def _said(self) -> str:
        return normalize(self.task)

    def told(self, text: str) -> str | None:
        """The text as a source holds it, where the task says it; else None."""
        plain = normalize(text)
        for name, value in self.values.items():
            if plain and normalize(value) == plain:
                return str(Hole(name, AS_SAID))
        if len(plain) < 2 or plain in _TRUTHS:
            return None
        for name, value in self.values.items():
            if made := explanations(value, text):
                return str(Hole(name, made[0]))
        if self._said and re.search(whole(plain, re.escape(plain)), self._said):
            return self.text(text)
        return None

    def text(self, text: str) -> str:
        """A text that is no value as a source holds it."""
        return escape(text) if self.is_template else text

    def _begun(self, text: str) -> str | None:
        ends = (word.end for word in reversed(words(text)))
        for end in ends:
            lead = text[:end]
            if sum(map(str.isalnum, lead)) >= MIN_SAID and self.told(lead):
                return self.text(lead)
        return None

    def filled(self, template: str) -> str:
        """A source's text with the values of the task in it."""
        if not self.is_template:
            return template
        return fill(
            template, lambda hole: apply(hole.transform, self.values[hole.slot]) or ""
        )

    def within(self, text: str) -> str | None:
        """The value of the task that stands in the text, as a source holds it; of a
        task without values the longest words of it that the text begins with."""
        plain = normalize(text)
        if self._said and not self.values:
            return self._begun(text)
        for name, value in self.values.items():
            wanted = normalize(value)
            if len(wanted) > 1 and re.search(whole(wanted, re.escape(wanted)), plain):
                return str(Hole(name, AS_SAID))
        return None
