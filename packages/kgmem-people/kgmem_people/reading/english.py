"""What English sentences state, by the parser's tree.

    X is the R of Y, Y's R is X     (Y, R, X); past without bounds: (X, was R of, Y)
    X is an R of Y                  (X, R of, Y)
    X is a Y                        (X, is, Y)
    X acquired Y; X works at Y      (X, acquired, Y); (X, works at, Y)
    X was written by Y              (X, written by, Y), without auxiliaries
    X, born in Y; X, who lives in Y (X, born in, Y); (X, lives in, Y)
    Z appointed X as R of Y         (Y, R, X)
    X, the R of Y, …; Y's R X; Y R X  (Y, R, X)

Each clause by itself; one without a subject has that of the clause it hangs on. What is
negated, asked, supposed, wished, told by somebody or of the future states nothing, and
so does what is about a noun of which another text can't tell which one is meant.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import groupby

from kgmem.people import Mention, Triple, entity_key, words_in
from kgmem.ports import Token
from kgmem_people.reading.clause_tree_en import ClauseTree
from kgmem_people.reading.names import MAX_NAME
from kgmem_people.reading.validity import Validity, validity

EXTRACTOR = "tree:en@3"
MAX_TOKENS = 60
"""Of a sentence; a longer one is rarely parsed well."""

CONFIDENCE = {
    "role": 0.86,
    "is": 0.75,
    "object": 0.89,
    "by": 0.95,
    "preposition": 0.82,
    "beside": 0.73,
    "object-in": 0.58,
    "at": 0.85,
}
"""By pattern: the share of its facts that were right in the sentences that the patterns
were fitted on, one right and one wrong added."""
TOLD = {"name": 1.0, "compound": 0.95, "pronoun": 0.7}
"""By what the subject is: a name, a noun that tells which one, a pronoun for a name."""


def _words(role: str) -> frozenset[str]:
    return frozenset(words_in(f"statement.{role}", "en"))


_OFFICES = _words("office")
"""Verbs after which a noun, or "as" and a noun, is the office of their object."""
_OPINIONS, _UNSURE = _words("opinion"), _words("unsure")
_PARTS = _words("part")
"""Nouns that need no article before "of" though there are several of them."""
_PARTICLES = _words("particle")
_BESIDES = _words("beside")
"""Prepositions of when and why."""
_STATES = _words("lasting")
"""Verbs of what lasts: in 1994 it held in 1994. What other verbs say happened then, and
is so from then on."""
_ARTICLES = _words("article")
_WHO = ("WDT", "WP")
_PERSONS = frozenset(("he", "she", "him", "her", "his"))
_PERSONAL = _PERSONS | {"it", "its"}
_LEFT = ("compound", "amod", "nummod", "nmod", "quantmod", "advmod", "npadvmod")
_VERBS = ("VERB", "AUX")
_NOUNS = ("NOUN", "PROPN", "NUM", "X", "SYM")
_INSIDE = ("relcl", "acl", "advcl", "ccomp", "xcomp", "pcomp", "csubj", "parataxis")

Bounds = tuple[datetime | None, datetime | None]
Thing = tuple[str, str]
"""What it is called, and its sort: a name, a compound, a pronoun, a noun, one that
opens a sentence."""


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
            sentence = _Sentence(text, tokens, numbers, named, today, topic)
            found += sentence.triples()
            topic = sentence.topic
    return found


@dataclass(frozen=True)
class _Sentence(ClauseTree):
    """What the clauses and the nouns of a sentence state."""

    numbers: tuple[int, ...]
    named: Sequence[Mention]
    today: date | None
    before: Mention | None = None
    """What the sentence before is about, if it is a name."""

    def triples(self) -> Iterator[Triple]:
        """What it states."""
        at = self.whole.at
        is_future = at and self.today and at.since.date() > self.today
        if is_future or self.tokens[self.numbers[-1]].text.startswith("?"):
            return
        for n in self.numbers:
            if self.tokens[n].pos in _VERBS and self._is_clause(n):
                if (subjects := self._subjects(n)) and self._is_stated(n):
                    yield from self._clause(n, subjects)
            elif self.tokens[n].pos in _NOUNS:
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
        gives = self.tokens[verb].lemma in _OFFICES
        for n in self.children[verb]:
            office = self._office(n)
            if office is not None:
                holders = things if gives and things else subjects
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
        if n in self.timed or self.folded(n) in _BESIDES:
            return
        whole = f"{predicate} {self.tokens[n].text}"
        pattern = "by" if self._dep(n) == "agent" else "preposition"
        for other in (n, *self.all(n, "conj")):
            there = self._things_of(other)
            yield from self._pairs(subjects, whole, there, pattern, when)

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
        owners = [] if is_name else self._owners(role) or self._owners_beside(role)
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
        return owner is not None and self.folded(owner) in _PERSONAL

    def _owners_beside(self, role: int) -> list[Thing]:
        """Y of "an R and S of Y"."""
        beside = self._coordinated(role)[1:]
        return next((found for n in beside if (found := self._owners(n))), [])

    def _is_one_of_many(self, head: int) -> bool:
        """As in "a member of" and "part of", but not in "the capital of"."""
        determiner = self.child(head, "det")
        if determiner is not None:
            return self.folded(determiner) in ("a", "an", "one")
        return self.tokens[head].lemma in _PARTS or self.tokens[head].tag == "NNS"

    def _is_opinion(self, head: int) -> bool:
        return any(self.folded(n) in _OPINIONS for n in (head, *self.children[head]))

    def _with_particle(self, verb: int) -> str:
        for n in self.children[verb]:
            after = n == verb + 1 and self.tokens[n].text in _PARTICLES
            if self._dep(n) == "prt" or after:
                return f"{self.tokens[verb].text} {self.tokens[n].text}"
        return self.tokens[verb].text

    # --- beside the clause ------------------------------------------------------------

    def _noun(self, n: int) -> Iterator[Triple]:
        things = self._thing(n)
        for beside in self.all(n, "appos"):
            yield from self._apposition(n, beside, things)
        if n in self.names:
            yield from self._title(n, things)
        elif self._dep(n) == "dobj":
            yield from self._object_in(n)
        for based in self.all(n, "amod"):
            for place in self.all(based, "npadvmod"):  # Leeds-based
                whole = f"{self.tokens[based].text} in"
                yield from self._pairs(things, whole, self._thing(place), "beside")

    def _object_in(self, n: int) -> Iterator[Triple]:
        """X opened an office in Y"""
        verb = self._head(n)
        if verb is None or not self._is_clause(verb) or not self._is_stated(verb):
            return
        for p in self.all(n, "prep"):
            whole = self.tokens[p].text
            if p not in self.timed and self.folded(p) not in {"of", "for"} | _BESIDES:
                does = f"{self._with_particle(verb)} {self._role(n)} {whole}"
                doers, there = self._subjects(verb), self._things_of(p)
                yield from self._pairs(doers, does, there, "object-in")

    def _apposition(self, n: int, beside: int, things: list[Thing]) -> Iterator[Triple]:
        """X, the R of Y; the operator X"""
        role = beside
        if beside in self.names and n not in self.names:
            things, role = self._thing(beside), n
        elif beside in self.names and not (
            self._owners(beside) and self.child(beside, "det") is not None
        ):
            return
        is_listed = self.child(role, "det", "poss") is None and n in self.names
        if not is_listed or self._owners(role):
            yield from self._role_of(things, role, "beside")

    def _title(self, n: int, things: list[Thing]) -> Iterator[Triple]:
        """(Apple, CEO, Tim Cook) of Apple's CEO Tim Cook and Apple CEO Tim Cook."""
        left = self.all(n, "compound", "nmod", "amod")
        before = [
            c
            for c in left
            if self.tokens[c].end <= self.names[n].start
            and self.tokens[c].pos == "NOUN"
            and c not in self.names
        ]
        if not before:
            return
        last = before[-1]
        role = self.text[self.tokens[before[0]].start : self.tokens[last].end]
        owners = [one for c in self.all(n, "poss") for one in self._things(c)]
        for c in (*self.all(last, "compound", "nmod"), *left):
            if c in self.names and c < last and self.names[c] != self.names[n]:
                owners += self._thing(c)
        yield from self._pairs(owners, role, things, "beside")
        if not owners:
            yield from self._pairs(things, "is", [(role, "noun")], "beside")

    def _pairs(
        self,
        subjects: Sequence[Thing],
        predicate: str,
        things: Sequence[Thing],
        pattern: str,
        bounds: Bounds = (None, None),
    ) -> Iterator[Triple]:
        for subject, sort in subjects:
            for thing, other in things:
                # Invoices belong to Acme; but not: Words number five.
                sort = "compound" if (sort, other) == ("opening", "name") else sort
                if sort not in TOLD or entity_key(subject) == entity_key(thing):
                    continue
                if (sort, pattern) == ("pronoun", "object-in"):
                    continue
                yield Triple(
                    subject=" ".join(subject.split()),
                    predicate=" ".join(predicate.split()),
                    object=" ".join(thing.split()),
                    subject_kind=self._kind(subject),
                    object_kind=self._kind(thing),
                    valid_from=bounds[0],
                    valid_to=bounds[1],
                    start=self.span[0],
                    end=self.span[1],
                    confidence=CONFIDENCE[pattern] * TOLD[sort],
                    extractor=f"{EXTRACTOR} {pattern}",
                )

    def _kind(self, name: str) -> str | None:
        return next((one.kind for one in self.named if one.name == name), None)

    # --- the tree ---------------------------------------------------------------------

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
            return head is not None and self.tokens[head].pos in _VERBS
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
                and not (self._dep(c) == "conj" and self.tokens[c].pos in _VERBS)
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
        found: list[Thing] = []
        for n in self.all(preposition, "pobj"):
            if n not in self.timed:
                found += self._things(n)
        return found

    # --- who and what -----------------------------------------------------------------

    def _subjects(self, verb: int) -> list[Thing]:
        """Whom a clause is about; without a subject of its own, that of its head."""
        own = self._subject(verb)
        dep, head = self._dep(verb), self._head(verb)
        if own is not None and self.tokens[own].tag not in _WHO:
            return self._things(own)
        if head is None or (own is None and dep == "ccomp"):
            return []
        if dep in ("relcl", "acl"):
            return self._meant(head)
        if dep in ("conj", "xcomp", "advcl"):
            objects = self.all(head, "dobj") if dep == "xcomp" else []
            things = [one for n in objects for one in self._things(n)]
            return things or self._subjects(head)
        return []

    def _subject(self, verb: int) -> int | None:
        """A name that opens the sentence may be taken for an adverb."""
        own = self.child(verb, "nsubj", "nsubjpass")
        if own is None and self._dep(verb) == "ROOT":
            before = self.all(verb, "advmod", "npadvmod", "dep")
            return next((n for n in before if n < verb and n in self.names), None)
        return own

    def _meant(self, n: int) -> list[Thing]:
        """What a relative clause is about: of a class that something is, that."""
        head = self._head(n)
        if self._dep(n) == "attr" and head is not None:
            return self._subjects(head)
        if self._dep(n) == "appos" and head is not None and n not in self.names:
            return self._meant(head)
        return self._thing(n)

    def _things(self, head: int) -> list[Thing]:
        """With what "and" puts beside it."""
        return [one for n in self._coordinated(head) for one in self._thing(n)]

    def _coordinated(self, head: int) -> list[int]:
        chain = [head]
        for n in chain:
            chain += self.all(n, "conj")
        is_or = any(self.folded(c) == "or" for n in chain for c in self.all(n, "cc"))
        return [] if is_or else chain

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
        is_time = token.entity[2:] in ("DATE", "TIME")
        if n in self.timed or is_time or token.pos not in _NOUNS:
            return []
        words = self._phrase(n)
        if not words or words.casefold() in _UNSURE:
            return []
        return [(words, self._sort(n))]

    def _antecedent(self, n: int) -> list[Thing]:
        """What a pronoun stands for."""
        if self.folded(n) in _PERSONAL:
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
            if self.tokens[c].head != self.tokens[n].head
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
        right = [n for n in right if self._dep(n) not in ("relcl", "acl", "punct")]
        return max([head, *(self._last(n) for n in right)])

    def _role(self, head: int, lemma: bool = False) -> str:
        """`largest city` of "Portugal's largest city"."""
        left = [n for n in self.children[head] if n < head and self._dep(n) in _LEFT]
        start = min(left, default=head)
        owner = self.child(head, "poss")
        if owner is not None:
            start = max(start, min((n for n in left if n > owner), default=head))
        while start < head and self.folded(start) in _ARTICLES:
            start += 1
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
        """As it says; "in 1994" bounds a state on both sides, what happened on one."""
        if when.valid_from or when.valid_to or when.at is None:
            return when.valid_from, when.valid_to
        if not self._happened(verb):
            return None, None
        return when.at.since, when.at.until if self._lasts(verb) else None

    def _lasts(self, verb: int) -> bool:
        return self.tokens[verb].lemma in _STATES
