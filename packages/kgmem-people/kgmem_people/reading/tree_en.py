"""An English sentence as the parser's tree: which clauses are stated and what they are
about, which words belong to a noun, and when it holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from kgmem.people import Mention, word_set
from kgmem_people.reading.clause_tree_en import ClauseTree
from kgmem_people.reading.names import MAX_NAME, Thing
from kgmem_people.reading.validity import Bounds, Validity, validity

_UNSURE = word_set("statement.unsure")
_STATES = word_set("statement.lasting")
"""Verbs of what lasts: in 1994 it held in 1994. What other verbs say happened then, and
is so from then on."""
_ARTICLES = word_set("statement.article")
_WHO = ("WDT", "WP")
_PERSONS = frozenset(("he", "she", "him", "her", "his"))
PERSONAL = _PERSONS | {"it", "its"}
_LEFT = ("compound", "amod", "nummod", "nmod", "quantmod", "advmod", "npadvmod")
VERBS = ("VERB", "AUX")
NOUNS = ("NOUN", "PROPN", "NUM", "X", "SYM")
_INSIDE = ("relcl", "acl", "advcl", "ccomp", "xcomp", "pcomp", "csubj", "parataxis")


@dataclass(frozen=True)
class SentenceTree(ClauseTree):
    """A sentence with what is named in it."""

    numbers: tuple[int, ...]
    named: Sequence[Mention]
    today: date | None
    before: Mention | None = None
    """What the sentence before is about, if it is a name."""

    @property
    def within(self) -> Sequence[int]:
        return self.numbers

    @cached_property
    def span(self) -> tuple[int, int]:
        first, last = self.numbers[0], self.numbers[-1]
        return self.tokens[first].start, self.tokens[last].end

    @cached_property
    def names(self) -> dict[int, Mention]:
        """By the word that all others of the name hang on."""
        found: dict[int, Mention] = {}
        for one in sorted(self.named, key=lambda one: one.end - one.start):
            inside = {
                n for n in self.numbers if one.start <= self.tokens[n].start < one.end
            }
            heads = [n for n in inside if self.tokens[n].head not in inside - {n}]
            if heads:
                found[min(heads)] = one
        return found

    def _dep(self, n: int) -> str:
        return self.tokens[n].dep

    def _head(self, n: int) -> int | None:
        head = self.tokens[n].head
        return head if head != n and head in self.children else None

    def _is_clause(self, n: int) -> bool:
        dep = self._dep(n)
        if dep == "conj":
            head = self._head(n)
            return head is not None and self.tokens[head].pos in VERBS
        if dep == "ROOT":
            return self.tokens[n].tag != "VBG"
        return dep in ("relcl", "acl", "advcl", "xcomp", "ccomp")

    def _own(self, verb: int) -> list[int]:
        """The words of a clause without those of others in it."""
        found = [verb]
        for n in found:
            found += [
                c
                for c in self.children[n]
                if self._dep(c) not in _INSIDE
                and not (self._dep(c) == "conj" and self.tokens[c].pos in VERBS)
            ]
        return found

    def _is_stated(self, verb: int) -> bool:
        """Is it asserted, with no word that takes it back, here or in what it hangs
        on?"""
        own = [self.tokens[n] for n in self._own(verb)]
        words = {one.text.casefold() for one in own} | {one.lemma for one in own}
        if words & _UNSURE or any(one.tag == "MD" for one in own):
            return False
        goes_on = self._dep(verb) in ("conj", "xcomp", "advcl")
        head = self._head(verb) if goes_on else None
        return self.asserted(verb) == "yes" and (head is None or self._is_stated(head))

    def _things_of(self, preposition: int) -> list[Thing]:
        objects = (n for n in self.all(preposition, "pobj") if n not in self.timed)
        return [one for n in objects for one in self._things(n)]

    # --- who and what -----------------------------------------------------------------

    def _subjects(self, verb: int) -> list[Thing]:
        """Whom a clause is about; without a subject of its own, that of its head."""
        own = self.child(verb, "nsubj", "nsubjpass")
        dep, head = self._dep(verb), self._head(verb)
        if own is not None and self.tokens[own].tag not in _WHO:
            return self._things(own)
        if head is None or (own is None and dep == "ccomp"):
            return []
        if dep in ("relcl", "acl"):
            return self._meant(head)
        if dep in ("conj", "xcomp", "advcl"):
            return self._subjects(head)
        return []

    def _meant(self, n: int) -> list[Thing]:
        """What a relative clause is about: of a class that something is, that."""
        head = self._head(n)
        if self._dep(n) == "attr" and head is not None:
            return self._subjects(head)
        return self._thing(n)

    def _things(self, head: int) -> list[Thing]:
        """With what "and" puts beside it."""
        return [one for n in self._coordinated(head) for one in self._thing(n)]

    def _coordinated(self, head: int) -> list[int]:
        found = self.beside(head)
        is_or = any(self.folded(c) == "or" for n in found for c in self.all(n, "cc"))
        return [] if is_or else found

    def _thing(self, n: int) -> list[Thing]:
        """What a noun calls; nothing where it can't be told, or "no one" is meant."""
        token = self.tokens[n]
        if token.tag in _WHO or token.pos == "PRON":
            return self._antecedent(n)
        beside = self.child(n, "appos")
        is_name = beside is not None and beside in self.names
        if beside and is_name and n not in self.names and self._is_close(n, beside):
            n = beside
        if n in self.names:
            return [(self.names[n].name, "name")]
        is_time = n in self.timed or token.entity[2:] == "DATE"
        if is_time or token.pos not in NOUNS:
            return []
        words = self._phrase(n)
        if not words or words.casefold() in _UNSURE:
            return []
        return [(words, self._sort(n))]

    def _antecedent(self, n: int) -> list[Thing]:
        """What a pronoun stands for."""
        if self.folded(n) in PERSONAL:
            return self._referent(n)
        verb = self._head(n)
        if self.tokens[n].tag not in _WHO or verb is None:
            return []
        noun = self._head(verb)
        return self._meant(noun) if self._dep(verb) == "relcl" and noun else []

    def _referent(self, n: int) -> list[Thing]:
        """The name that a clause before is about, or the sentence before; she is no
        place, and it is no person."""
        own = [
            self.names[c]
            for c in self.numbers
            if c < n and c in self.names and self._dep(c) in ("nsubj", "nsubjpass")
        ]
        is_person = self.folded(n) in _PERSONS
        for one in (*reversed(own), *([self.before] if self.before else [])):
            if one.kind is None or (one.kind == "person") == is_person:
                return [(one.name, "pronoun")]
        return []

    @property
    def topic(self) -> Mention | None:
        """The name that it is about, else that of the sentence before."""
        for n in self.numbers:
            if self._dep(n) in ("nsubj", "nsubjpass") and n in self.names:
                return self.names[n]
        return self.before

    def _sort(self, n: int) -> str:
        if any(c < n for c in self.all(n, "compound")) or self.tokens[n].pos == "NUM":
            return "compound"
        opens = (
            self.tokens[n].start == self.span[0] and self.tokens[n].text[0].isupper()
        )
        return "opening" if opens else "noun"

    def _is_close(self, head: int, beside: int) -> bool:
        """Is a name put to a noun without a comma, as in "the operator Baltrex"?"""
        return not self.text[self.tokens[head].end : self.names[beside].start].strip()

    def _phrase(self, head: int) -> str:
        """A noun with the words that tell which one is meant."""
        start, end = self._left(head), head
        for n in self.children[head]:
            if self._dep(n) == "nummod" and n == end + 1:  # port 8443
                end = n
            elif self._dep(n) == "prep" and n > head and n not in self.timed:
                # Plans for schools, orders above 1,000: without that it says more.
                limits = any(self.tokens[k].pos == "NUM" for k in self.below(n))
                if limits or self.folded(n) in ("of", "for"):
                    end = max(end, self._last(n))
        first, last = self.tokens[start].start, self.tokens[end].end
        return self.text[first:last] if 0 < last - first <= MAX_NAME else ""

    def _left(self, head: int) -> int:
        """The first of the words before a noun that are part of what it calls."""
        start = head
        for n in sorted((c for c in self.children[head] if c < head), reverse=True):
            is_owner = self._dep(n) == "poss" and self.tokens[n].pos != "PRON"
            if not (self._dep(n) in _LEFT or is_owner) or n in self.timed:
                break
            start = self.below(n)[0]
        while start < head and self.folded(start) in _ARTICLES:
            start += 1
        return start

    def _last(self, head: int) -> int:
        right = [n for n in self.children[head] if n > head and n not in self.timed]
        return max([head, *(self._last(n) for n in right)])

    def _role(self, head: int, lemma: bool = False) -> str:
        """`largest city` of "Portugal's largest city"."""
        left = [n for n in self.children[head] if n < head and self._dep(n) in _LEFT]
        start = min(left, default=head)
        before = self.text[self.tokens[start].start : self.tokens[head].start]
        return before + (self.tokens[head].lemma if lemma else self.tokens[head].text)

    def _owners(self, head: int) -> list[Thing]:
        """Y of "R of Y" and "Y's R"."""
        if (owner := self.child(head, "poss")) is not None:
            return self._things(owner)
        for n in self.all(head, "prep"):
            if self.folded(n) == "of":
                return self._things_of(n)
        return []

    # --- time -------------------------------------------------------------------------

    @cached_property
    def whole(self) -> Validity:
        return validity(self.text[slice(*self.span)], self.today)

    @cached_property
    def timed(self) -> set[int]:
        at = self.span[0]
        spans = [(at + a, at + b) for a, b in self.whole.spans]
        return {
            n
            for n in self.numbers
            if any(
                self.tokens[n].start < b and a < self.tokens[n].end for a, b in spans
            )
        }

    def _when(self, verb: int) -> Validity:
        """What the words of the clause itself say."""
        own = set(self._own(verb))
        if not own & self.timed:
            return Validity()
        begin, end = self.span
        kept = [" "] * (end - begin)
        for n in own:
            token = self.tokens[n]
            kept[token.start - begin : token.end - begin] = token.text
        return validity("".join(kept), self.today)

    def _happened(self, verb: int) -> bool:
        """Is it said of the past, or of what is done by now?"""
        helped = self.child(verb, "aux", "auxpass") is not None
        return helped or self.tokens[verb].tag in ("VBD", "VBN")

    def _bounds(self, verb: int, when: Validity) -> Bounds:
        return when.bounds(lasts=self._lasts(verb), happened=self._happened(verb))

    def _lasts(self, verb: int) -> bool:
        return self.tokens[verb].lemma in _STATES
