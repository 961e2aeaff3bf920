"""What becomes of each word of a format: used, harmless for a reason, or refused."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kgmem import InvalidInput


@dataclass(frozen=True)
class Words:
    """The words of a format, each with what becomes of it."""

    what: str
    """What they are: `command`, `type of step`, `field`."""
    used: frozenset[str]
    harmless: Mapping[str, str] = field(default_factory=dict)
    """Left out, and why that changes nothing of what was done."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """A step that has it is refused, and why."""

    def acts(self, word: object) -> bool:
        """Is it used? False where it is harmless. Raises InvalidInput for one that is
        refused or in no list."""
        if not isinstance(word, str) or not word:
            raise InvalidInput(f"a {self.what} has a name")
        if word in self.refused:
            raise InvalidInput(f"{word}: {self.refused[word]}")
        if word not in self.used and word not in self.harmless:
            raise InvalidInput(f"no {self.what} is known as {word[:60]!r}")
        return word in self.used

    def check(self, words: Iterable[object]) -> None:
        """Raises InvalidInput for the first that is refused or in no list."""
        for word in words:
            self.acts(word)

    def every(self) -> frozenset[str]:
        """All words that stand in a list."""
        return self.used | self.harmless.keys() | self.refused.keys()
