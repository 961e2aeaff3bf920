"""English words that hang on each other, as a parser says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kgmem.ports import Token


@dataclass(frozen=True)
class WordTree:
    """The tokens of a text, and how they hang on each other."""

    text: str
    tokens: Sequence[Token]

    @property
    def within(self) -> Sequence[int]:
        """Numbers of the tokens that it is over."""
        return range(len(self.tokens))

    @cached_property
    def children(self) -> Mapping[int, Sequence[int]]:
        """What hangs on each token."""
        found: dict[int, list[int]] = {n: [] for n in self.within}
        for n in self.within:
            if self.tokens[n].head != n and self.tokens[n].head in found:
                found[self.tokens[n].head].append(n)
        return found

    def all(self, head: int, *relations: str) -> list[int]:
        """What hangs on it so."""
        return [n for n in self.children[head] if self.tokens[n].dep in relations]

    def child(self, head: int, *relations: str) -> int | None:
        """The first that hangs on it so."""
        return next(iter(self.all(head, *relations)), None)

    def folded(self, n: int) -> str:
        """The word as it is compared."""
        return self.tokens[n].text.casefold().replace("’", "'")

    def lemma(self, n: int) -> str:
        """The word in its first form."""
        return self.tokens[n].lemma.casefold()

    def below(self, head: int, apart: frozenset[str] = frozenset()) -> list[int]:
        """The token and what hangs on it, in order, without what is `apart`."""
        found, todo = [head], [head]
        while todo:
            for n in self.children[todo.pop()]:
                if self.tokens[n].dep not in apart:
                    found.append(n)
                    todo.append(n)
        return sorted(found)

    def sentence(self, n: int) -> list[int]:
        """All tokens of its sentence."""
        number = self.tokens[n].sentence
        return [k for k, one in enumerate(self.tokens) if one.sentence == number]

    def written(self, numbers: Sequence[int]) -> str:
        """The text from the first of these to the last one, white space folded."""
        if not numbers:
            return ""
        first, last = self.tokens[min(numbers)], self.tokens[max(numbers)]
        return " ".join(self.text[first.start : last.end].split())
