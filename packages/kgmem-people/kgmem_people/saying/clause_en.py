"""An English sentence as a tree: its predicates, whom they are about, and whether they
are asserted."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kgmem.people import words_in
from kgmem_people.reading.word_tree import WordTree

Asserted = Literal["yes", "no", "denied", "unsure"]
Tense = Literal["present", "progressive", "perfect", "past", "none"]
_APART = frozenset(
    ("advcl", "parataxis", "ccomp", "relcl", "intj", "discourse", "mark")
)


def person_words(role: str) -> frozenset[str]:
    """The English words of a role in what people say."""
    return frozenset(words_in(f"person.{role}", "en"))


UNREAL, SAYING = person_words("unreal"), person_words("saying")
SUPPOSING, HEDGES = person_words("supposing"), person_words("hedge")
WONT = frozenset(("eat", "touch", "drink", "wear", "watch"))
"""Verbs of which "won't" says that somebody never does so."""
NEVER, OPENING = person_words("never"), person_words("opening")


@dataclass(frozen=True)
class ClauseTree(WordTree):
    """The tokens of a text that hang on each other."""

    # predicates -------------------------------------------------------------------

    def predicates(self) -> Iterator[int]:
        """Verbs of clauses, in their order."""
        for n, one in enumerate(self.tokens):
            if one.pos in ("VERB", "AUX") and one.dep not in (
                "aux",
                "auxpass",
                "xcomp",
            ):
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
        if not aux and self.tokens[n].dep == "conj" and self.tokens[n].tag == "VB":
            return self.tense(self.tokens[n].head)
        first = self.tokens[aux[0] if aux else n]
        tags = {self.tokens[k].tag for k in (n, *aux)}
        if first.tag == "VBD" or first.text.casefold() == "did":
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
        if self.folded(whole[-1]) == "?" or "?" in self.folded(whole[-1]):
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
            if one.dep in ("ccomp", "parataxis"):
                match self._matrix(at, above):
                    case "no":
                        return "no"
                    case "unsure":
                        unsure = True
            elif any(k.text == ":" for k in self.tokens[above:at]):
                pass  # Good news: I moved
            elif one.dep in ("csubj", "pcomp", "acl", "dep", "csubjpass", "pobj"):
                return "no"
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

    def _matrix(self, n: int, above: int) -> Asserted:
        """What the clause that holds another one makes of it."""
        if self.lemma(above) in SUPPOSING:
            return "unsure" if self._is_own(above) else "no"
        if self.lemma(above) in SAYING:
            return "yes" if self._is_own(above) and not self.is_denied(above) else "no"
        # two sentences with a comma between them, of which one hangs on the other
        if self.child(n, "mark") is not None:
            return "no"
        return "yes" if n < above or self._begins_anew(n) else "no"

    def _begins_anew(self, n: int) -> bool:
        """Does a comma stand before the subject of a clause in the present?"""
        own, first = self.child(n, "nsubj"), self.below(n)[0]
        comma = first > 0 and self.folded(first - 1) in (",", ";", "-", "–", "—")
        return own is not None and comma and self.tense(n) in ("present", "perfect")

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
