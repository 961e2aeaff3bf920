"""English words that hang on each other, as a parser says: predicates, whom they are
about, and whether they are asserted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from kgmem.people import word_set
from kgmem.ports import Token
from kgmem_people.saying.clause import Asserted

Tense = Literal["present", "progressive", "perfect", "past", "none"]
_APART = frozenset(
    ("advcl", "parataxis", "ccomp", "relcl", "intj", "discourse", "mark")
)


UNREAL, SAYING = word_set("person.unreal"), word_set("person.saying")
SUPPOSING, HEDGES = word_set("person.supposing"), word_set("person.hedge")
_REPORTING = word_set("statement.reporting")
"""Verbs of which what hangs on them is not so for that: to want to, to agree to."""
WONT = frozenset(("eat", "touch", "drink", "wear", "watch"))
"""Verbs of which "won't" says that somebody never does so."""
NEVER, OPENING = word_set("person.never"), word_set("person.opening")


@dataclass(frozen=True)
class ClauseTree:
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

    def beside(self, n: int) -> list[int]:
        """It, and what "and" and "or" put beside it."""
        found = [n]
        for k in found:
            found += self.all(k, "conj")
        return found

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

    # predicates -------------------------------------------------------------------

    def predicates(self) -> Iterator[int]:
        """Verbs of clauses, in their order."""
        helping = ("aux", "auxpass", "xcomp")
        for n, one in enumerate(self.tokens):
            if one.pos in ("VERB", "AUX") and one.dep not in helping:
                yield n

    def subject(self, n: int) -> int | None:
        """Who does it: its own subject, or of a verb beside others the first one's."""
        for _ in range(8):
            found = self.child(n, "nsubj", "nsubjpass")
            if found is not None:
                return found
            if self.tokens[n].dep not in ("conj", "xcomp"):
                return None
            n = self.tokens[n].head
        return None

    def tense(self, n: int) -> Tense:
        """When it is so, by the verb and its auxiliaries."""
        aux = [k for k in self.children[n] if self.tokens[k].dep in ("aux", "auxpass")]
        first = self.tokens[aux[0] if aux else n]
        tags = {self.tokens[k].tag for k in (n, *aux)}
        if first.tag == "VBD" or first.text.casefold() in ("did", "quit"):
            return "past"
        if "have" in {self.lemma(k) for k in aux} and first.tag in ("VBP", "VBZ"):
            return "perfect"
        if self.tokens[n].tag == "VBG":
            return "progressive"
        return "present" if tags & {"VBP", "VBZ", "VB"} else "past"

    def is_denied(self, n: int) -> bool:
        """Has it a negation?"""
        return any(
            self.tokens[k].dep == "neg"
            or self.folded(k) in NEVER
            or (self.folded(k) == "longer" and self.child(k, "neg") is not None)
            for k in self.children[n]
        )

    def asserted(self, n: int) -> Asserted:
        """Does its writer say that it is so?"""
        whole = self.sentence(n)
        if "?" in self.folded(whole[-1]):
            return "no"
        unsure = bool({self.folded(k) for k in self.children[n]} & HEDGES)
        at: int | None = n
        for _ in range(12):
            if at is None or self._is_unreal(at):
                return "no"
            one = self.tokens[at]
            above = one.head if one.head != at else None
            if above is None:
                break
            if any(k.text == ";" for k in self.tokens[at:above]):
                break
            if one.dep in ("ccomp", "parataxis"):
                if (matrix := self._matrix(above)) == "no":
                    return "no"
                unsure = unsure or matrix == "unsure"
            elif one.dep == "xcomp" and self.lemma(above) in _REPORTING:
                return "no"
            elif one.dep in ("relcl", "acl"):
                break
            at = above
        if self.is_denied(n):
            return "denied"
        return "unsure" if unsure else "yes"

    def _is_unreal(self, n: int) -> bool:
        below = self.children[n]
        modal = any(
            self.tokens[k].tag == "MD" and self.lemma(k) not in ("can", "ca")
            for k in below
        ) and not (self.is_denied(n) and self.lemma(n) in WONT)
        own = self.child(n, "nsubj")
        asked = own is not None and any(
            self.tokens[k].dep == "aux" and k < own for k in below
        )
        marks = {
            self.folded(k) for k in below if self.tokens[k].dep in ("mark", "advmod")
        }
        under = any(
            self.tokens[k].dep == "advcl"
            and {self.folded(m) for m in self.children[k]} & UNREAL
            for k in below
        )
        return modal or asked or under or bool(marks & UNREAL)

    def _matrix(self, above: int) -> Asserted:
        """What the clause that holds another one makes of it."""
        if self.lemma(above) in SUPPOSING:
            return "unsure" if self._is_own(above) else "no"
        if self.lemma(above) in SAYING:
            return "yes" if self._is_own(above) and not self.is_denied(above) else "no"
        return "yes"  # two sentences with a comma between them

    def _is_own(self, n: int) -> bool:
        found = self.subject(n)
        return found is None or self.folded(found) == "i"

    def apart(self, head: int) -> frozenset[int]:
        """What hangs on a predicate and tells something else: other clauses."""
        gone: set[int] = set()
        for k in self.children[head]:
            one = self.tokens[k]
            if one.dep in _APART or (one.dep == "conj" and one.pos in ("VERB", "AUX")):
                gone.update(self.below(k))
        return frozenset(gone)
