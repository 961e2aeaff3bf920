"""What English sentences state, by the parser's tree.

    X is the R of Y, Y's R is X     (Y, R, X); past without bounds: (X, was R of, Y)
    X is an R of Y                  (X, R of, Y)
    X is a Y                        (X, is, Y)
    X acquired Y; X works at Y      (X, acquired, Y); (X, works at, Y)
    X was written by Y              (X, written by, Y), without auxiliaries
    X, born in Y; X, who lives in Y (X, born in, Y); (X, lives in, Y)
    Z appointed X as R of Y         (Y, R, X)
    X, the R of Y, …                (Y, R, X)

Each clause by itself; one without a subject has that of the clause it hangs on. What is
negated, asked, supposed, wished, told by somebody or of the future states nothing, and
so does what is about a noun of which another text can't tell which one is meant.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby

from kgmem.people import Mention, Triple, tuned, word_set
from kgmem.ports import Token
from kgmem_people.reading.names import Thing, tied
from kgmem_people.reading.tree_en import (
    NOUNS,
    PERSONAL,
    VERBS,
    SentenceTree,
)
from kgmem_people.reading.validity import Bounds, Validity

EXTRACTOR = "tree:en@3"
MAX_TOKENS = 60
"""Of a sentence; a longer one is rarely parsed well."""

_TUNED = tuned("kgmem_people.reading.english")
CONFIDENCE = {**_TUNED}
"""How sure a fact is, by its pattern."""

_OPINIONS = word_set("statement.opinion")
_PARTS = word_set("statement.part")
"""Nouns that need no article before "of" though there are several of them."""


def triples(
    text: str,
    tokens: Sequence[Token],
    named: Sequence[Mention],
    today: date | None = None,
) -> list[Triple]:
    """What the sentences of `text` state; `named` is what it names."""
    found: list[Triple] = []
    topic: Mention | None = None
    for _, group in groupby(range(len(tokens)), key=lambda n: tokens[n].sentence):
        numbers = tuple(group)
        if 1 < len(numbers) <= MAX_TOKENS:
            sentence = _Statements(text, tokens, numbers, named, today, topic)
            found += sentence.triples()
            topic = sentence.topic
    return found


class _Statements(SentenceTree):
    """What the clauses and the nouns of a sentence state."""

    def triples(self) -> Iterator[Triple]:
        """What it states."""
        at = self.whole.at
        is_future = at and self.today and at.since.date() > self.today
        if is_future or self.tokens[self.numbers[-1]].text.startswith("?"):
            return
        for n in self.numbers:
            if self.tokens[n].pos in VERBS and self._is_clause(n):
                if (subjects := self._subjects(n)) and self._is_stated(n):
                    yield from self._clause(n, subjects)
            elif self.tokens[n].pos in NOUNS:
                yield from self._noun(n)

    # --- clauses ----------------------------------------------------------------------

    def _clause(self, verb: int, subjects: list[Thing]) -> Iterator[Triple]:
        said = self._when(verb)
        when = self._bounds(verb, said)
        if self.tokens[verb].lemma == "be":
            past = self.tokens[verb].tag == "VBD" and when == (None, None)
            yield from self._copula(verb, subjects, when, past)
            return
        predicate = self._with_particle(verb)
        things = [one for n in self.all(verb, "dobj") for one in self._things(n)]
        for n in self.all(verb, "dobj", "attr", "dative"):
            yield from self._pairs(subjects, predicate, self._things(n), "object", when)
        for n in self.children[verb]:
            office = self._office(n)
            if office is not None:
                holders = things or subjects
                yield from self._role_of(holders, office, "role", when, noun=False)
            elif self._dep(n) in ("prep", "agent", "dative") and not things:
                yield from self._tied(predicate, n, subjects, when)
        yield from self._at(verb, subjects, predicate, said)

    def _office(self, n: int) -> int | None:
        """R of "was appointed R of Z", "serves as R of Z"."""
        if self._dep(n) in ("oprd", "attr"):
            return n
        is_as = self._dep(n) == "prep" and self.folded(n) == "as"
        return self.child(n, "pobj") if is_as else None

    def _tied(
        self, predicate: str, n: int, subjects: list[Thing], when: Bounds
    ) -> Iterator[Triple]:
        """What a preposition ties to a verb."""
        whole = f"{predicate} {self.tokens[n].text}"
        pattern = "by" if self._dep(n) == "agent" else "preposition"
        yield from self._pairs(subjects, whole, self._things_of(n), pattern, when)

    def _at(
        self, verb: int, subjects: list[Thing], predicate: str, when: Validity
    ) -> Iterator[Triple]:
        """The date of what happened."""
        if when.at is None or not self._happened(verb) or self._lasts(verb):
            return
        for n in self.all(verb, "dobj")[:1]:
            predicate = f"{predicate} {self._role(n)}"
        start, end = (self.span[0] + at for at in (when.at.start, when.at.end))
        before = " ".join(self.text[self.span[0] : start].split()[-1:]).casefold()
        if before in ("in", "on") and any(map(str.isdigit, self.text[start:end])):
            said = [(self.text[start:end], "name")]
            bounds = self._bounds(verb, when)
            yield from self._pairs(
                subjects, f"{predicate} {before}", said, "at", bounds
            )

    def _copula(
        self, verb: int, subjects: list[Thing], when: Bounds, past: bool
    ) -> Iterator[Triple]:
        for n in self.all(verb, "acomp", "prep"):
            state = self._dep(n) == "acomp"
            lead = f"{'was ' if past else ''}{self.tokens[n].text} " if state else ""
            verb_is = "" if state else f"{'was' if past else 'is'} "
            for p in self.all(n, "prep") if state else [n]:
                if p not in self.timed:
                    whole = f"{verb_is}{lead}{self.tokens[p].text}"
                    there = self._things_of(p)
                    yield from self._pairs(subjects, whole, there, "preposition", when)
        attribute = self.child(verb, "attr")
        if attribute is None or self._is_opinion(attribute):
            return
        subject = self.child(verb, "nsubj")
        if subject is not None and subject not in self.names and self._owners(subject):
            values = self._things(attribute)
            yield from self._role_of(values, subject, "role", when, past, noun=False)
            return
        for each in self._coordinated(attribute):
            yield from self._role_of(subjects, each, "role", when, past)

    def _role_of(
        self,
        holders: list[Thing],
        role: int,
        pattern: str,
        when: Bounds = (None, None),
        past: bool = False,
        noun: bool = True,
    ) -> Iterator[Triple]:
        """What somebody is, and of what: (Y, R, X); of several and of the past
        (X, R of, Y). `noun`: what it is counts by itself, too."""
        is_name = role in self.names and self.child(role, "det") is None
        owners = [] if is_name else self._owners(role)
        many = noun and pattern == "role" and self._is_one_of_many(role)
        if owners and (many or past):
            whole = f"{self._role(role, lemma=many)} of"
            whole = whole if many else f"was {whole}"
            yield from self._pairs(holders, whole, owners, pattern, when)
        elif owners:
            yield from self._pairs(owners, self._role(role), holders, pattern, when)
        elif noun and not is_name and not self._is_of_another(role):
            what = "is" if pattern == "role" else pattern
            verb = "was" if past else "is"
            yield from self._pairs(holders, verb, self._thing(role), what, when)
        for p in self.all(role, "prep") if not owners else ():
            if p not in self.timed:
                whole = f"{self._role(role)} {self.tokens[p].text}"
                there = self._things_of(p)
                yield from self._pairs(holders, whole, there, pattern, when)

    def _is_of_another(self, role: int) -> bool:
        """Of whom a pronoun tells: "its auditor" by itself says too little."""
        owner = self.child(role, "poss")
        return owner is not None and self.folded(owner) in PERSONAL

    def _is_one_of_many(self, head: int) -> bool:
        """As in "a member of" and "part of", but not in "the capital of"."""
        determiner = self.child(head, "det")
        if determiner is not None:
            return self.folded(determiner) in ("a", "an", "one")
        return self.tokens[head].lemma in _PARTS or self.tokens[head].tag == "NNS"

    def _is_opinion(self, head: int) -> bool:
        return any(self.folded(n) in _OPINIONS for n in (head, *self.children[head]))

    def _with_particle(self, verb: int) -> str:
        particle = self.all(verb, "prt")[:1]
        return " ".join(self.tokens[n].text for n in (verb, *particle))

    # --- beside the clause ------------------------------------------------------------

    def _noun(self, n: int) -> Iterator[Triple]:
        things = self._thing(n)
        for beside in self.all(n, "appos"):
            yield from self._apposition(n, beside, things)
        for based in self.all(n, "amod"):
            for place in self.all(based, "npadvmod"):  # Leeds-based
                whole = f"{self.tokens[based].text} in"
                yield from self._pairs(things, whole, self._thing(place), "beside")

    def _apposition(self, n: int, beside: int, things: list[Thing]) -> Iterator[Triple]:
        """X, the R of Y; the operator X"""
        role = beside
        if ":" in self.text[self.tokens[n].end : self.tokens[beside].start]:
            return  # a label: "Apologies: S. Tran"
        if beside in self.names and n not in self.names:
            things, role = self._thing(beside), n
        yield from self._role_of(things, role, "beside")

    def _pairs(
        self,
        subjects: Sequence[Thing],
        predicate: str,
        things: Sequence[Thing],
        pattern: str,
        bounds: Bounds = (None, None),
    ) -> Iterator[Triple]:
        about = self.named, bounds, self.span
        sure, by = CONFIDENCE[pattern], f"{EXTRACTOR} {pattern}"
        return tied(subjects, predicate, things, *about, sure, by)
