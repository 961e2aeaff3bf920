"""What short English sentences state, by rules over their dependencies.

    X is the R of Y, Y's R is X    (Y, R, X); past without bounds: (X, was R of, Y)
    X is an R of Y                 (X, R of, Y)
    X is part of Y, X belongs to Y (X, part of, Y), also of a noun that opens the
                                   sentence or is a compound
    X is a Y                       (X, is, Y)
    X acquired Y                   (X, acquired, Y)
    X works at Y                   (X, works at, Y)
    X was written by Y             (X, written by, Y), without auxiliaries
    X was born in Y                (X, born in, Y); a time where nothing else is said
    Y appointed X as R of Z        (Z, R, X)
    X, the R of Y, …               (Y, R, X)

Only statements of one clause about something that is named. A negation, a modal verb, a
question, a condition, a request, a report of what was said, and the future state
nothing. Precision goes before recall.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby

from kgmem.facts.read.sentence_en import WITHIN_CLASS, ParsedSentence, statement_words
from kgmem.facts.read.validity import validity
from kgmem.model.fact import Mention, Triple
from kgmem.model.keys.identity import entity_key
from kgmem.ports import Token

EXTRACTOR = "rules:en@1"
CONFIDENCE = 0.5
MAX_TOKENS = 40
"""Of a sentence; a longer one is rarely one clause, or parsed well."""

_OTHER_CLAUSES = frozenset(
    ("advcl", "ccomp", "csubj", "csubjpass", "parataxis", "xcomp", "expl", "mark")
)
"""Relations that a sentence of one clause does not have."""
_UNSURE = statement_words("unsure")
"""Words that take a statement back, in part or as a whole."""
_NO_STATEMENTS = statement_words("reporting")
"""Verbs of which the object is no fact about the subject."""
_OPINIONS = statement_words("opinion")
_MEMBERSHIPS = statement_words("membership")
"""Nouns of what something belongs to."""
_OFFICES = statement_words("office")
"""Verbs after which a noun, or "as" and a noun, is an office."""


def triples(
    text: str,
    tokens: Sequence[Token],
    named: Sequence[Mention],
    today: date | None = None,
) -> list[Triple]:
    """What the sentences of `text` state; `named` is what it names."""
    tokens = _mended(tokens)
    found: list[Triple] = []
    numbers = range(len(tokens))
    for _, group in groupby(numbers, key=lambda n: tokens[n].sentence):
        sentence = _read(text, tokens, list(group), named, today)
        if sentence is not None:
            found += sentence.triples()
    return found


def _mended(tokens: Sequence[Token]) -> list[Token]:
    """With an abbreviation that closes a sentence as what it is to the words before.

    The parser takes the `Inc.` of "works at Bolt Inc." for the full stop.
    """
    mended = list(tokens)
    governed = {(token.head, token.dep) for token in tokens}
    for n, token in enumerate(tokens):
        if token.dep != "punct" or token.text == "." or not token.text.endswith("."):
            continue
        before = n - 1
        while before > 0 and tokens[before].head == n:
            before -= 1
        governor = tokens[before]
        relation = {"ADP": "pobj", "VERB": "dobj", "AUX": "attr"}.get(governor.pos)
        is_free = (before, relation) not in governed
        if relation and is_free and governor.sentence == token.sentence:
            mended[n] = replace(token, dep=relation, head=before)
    return mended


def _read(
    text: str,
    tokens: Sequence[Token],
    group: Sequence[int],
    named: Sequence[Mention],
    today: date | None,
) -> "_Sentence | None":
    """The sentence, if it is a statement of one clause."""
    root = next((n for n in group if tokens[n].dep == "ROOT"), None)
    if (
        root is None
        or len(group) > MAX_TOKENS
        or not _is_statement(tokens, group, root)
    ):
        return None
    start, end = tokens[group[0]].start, tokens[group[-1]].end
    children: dict[int, list[int]] = {n: [] for n in group}
    for n in group:
        if n != root and tokens[n].head in children:
            children[tokens[n].head].append(n)
    when = validity(text[start:end], today)
    if when.at and today and when.at.since.date() > today:
        return None
    spans = [(start + a, start + b) for a, b in when.spans]
    timed = {
        n
        for n in group
        if any(tokens[n].start < b and a < tokens[n].end for a, b in spans)
    }
    names = {
        n: one
        for one in named
        for n in group
        if one.start <= tokens[n].start < one.end
        and text[one.end : tokens[n].end] in ("", ".")  # the one of Inc.
    }
    return _Sentence(text, tokens, children, names, timed, when, root, (start, end))


def _is_statement(tokens: Sequence[Token], group: Sequence[int], root: int) -> bool:
    words = [tokens[n] for n in group]
    if tokens[root].pos not in ("VERB", "AUX") or words[-1].text.startswith("?"):
        return False
    if tokens[root].lemma in _NO_STATEMENTS or tokens[root].tag == "VBG":
        return False
    return not any(
        token.tag == "MD"
        or token.dep in _OTHER_CLAUSES
        or token.dep == "neg"
        or token.text.casefold() in _UNSURE
        or (token.dep == "conj" and token.head == root)
        for token in words
    )


@dataclass(frozen=True)
class _Sentence(ParsedSentence):
    """A sentence of one clause about something that is named."""

    def triples(self) -> Iterator[Triple]:
        """What it states."""
        subject = self._child(self.root, "nsubj", "nsubjpass")
        if subject is None or self._is_one_title(subject):
            return
        yield from self._appositions(subject)
        if self.tokens[self.root].lemma == "be":
            yield from self._copula(subject)
        else:
            yield from self._action(subject)

    def _is_one_title(self, subject: int) -> bool:
        """Several names with a verb in the singular, as in "Romeo and Juliet is …"."""
        verbs = self._finite()
        singular = any(one.tag == "VBZ" or one.text == "was" for one in verbs)
        return singular and len(self._coordinated(subject)) > 1

    # --- X is Y ----------------------------------------------------------------------

    def _copula(self, subject: int) -> Iterator[Triple]:
        attribute = self._child(self.root, "attr")
        if attribute is None:
            place = self._child(self.root, "acomp", "prep")
            if place is not None:
                yield from self._state(subject, place)
            return
        if self._is_opinion(attribute):
            return
        yield from self._participles(subject, attribute)
        if (about := self._owners(subject)) and self._names_of(attribute):
            if self._is_past:
                yield from self._relations(attribute, subject, about)
            else:
                yield from self._roles(about, subject, self._names_of(attribute))
        elif attribute not in self.names or self._has_article(attribute):
            yield from self._is_a(subject, attribute)

    def _is_a(self, subject: int, attribute: int) -> Iterator[Triple]:
        owners = self._owners(attribute)
        for each in self._coordinated(attribute):
            mine = self._owners(each) or owners
            if mine and (self._is_one_of_many(each) or self._is_past):
                yield from self._relations(subject, each, mine)
            elif mine:
                yield from self._roles(mine, each, self._names_of(subject))
            elif each == attribute or self._has_article(each):
                verb = "was" if self._is_past else "is"
                for name in self._names_of(subject):
                    yield from self._made(name, verb, self._phrase(each, WITHIN_CLASS))

    def _roles(
        self,
        owners: Sequence[str],
        role: int,
        holders: Sequence[str],
        timed: bool = True,
    ) -> Iterator[Triple]:
        """(Y, R, X)"""
        for owner in owners:
            for holder in holders:
                yield from self._made(owner, self._role(role), holder, timed)

    def _relations(
        self, subject: int, role: int, owners: Sequence[str]
    ) -> Iterator[Triple]:
        """(X, R of, Y), and of what is no more (X, was R of, Y)."""
        many = self._is_one_of_many(role) and self._child(role, "poss") is None
        predicate = f"{self._role(role, lemma=many)} of"
        if self._is_past and not many:
            predicate = f"was {predicate}"
        member = self.tokens[role].lemma in _MEMBERSHIPS
        names = self._members(subject) if member else self._names_of(subject)
        for name in names:
            for owner in owners:
                yield from self._made(name, predicate, owner)

    def _state(self, subject: int, place: int) -> Iterator[Triple]:
        """Such as "available in Norway", "married to Mette", "in Paris"."""
        token = self.tokens[place]
        if token.text.casefold() in _OPINIONS:
            return
        verb = "was" if self._is_past else "is"
        if token.dep == "acomp":
            predicate = f"was {token.text}" if self._is_past else token.text
            yield from self._prepositional(subject, place, predicate)
        elif place not in self.timed:
            for name in self._names_of(subject):
                for thing in self._objects(place, "pobj"):
                    yield from self._made(name, f"{verb} {token.text}", thing)

    # --- X does Y --------------------------------------------------------------------

    def _action(self, subject: int) -> Iterator[Triple]:
        verb = self.tokens[self.root]
        names = self._names_of(subject)
        if verb.lemma in _OFFICES and (office := self._office()) is not None:
            if owners := self._owners(office):
                yield from self._roles(owners, office, names)
            return
        if self.tokens[subject].dep == "nsubjpass":
            yield from self._passive(subject)
            return
        predicate = self._with_particle(verb.text)
        things = self._objects(self.root, "dobj")
        things += self._objects(self.root, "attr", within=WITHIN_CLASS)
        for name in names:
            for thing in things:
                yield from self._made(name, predicate, thing)
        if self._child(self.root, "dobj", "attr", "dative") is None:
            yield from self._prepositional(subject, self.root, predicate)

    def _passive(self, subject: int) -> Iterator[Triple]:
        verb = self._with_particle(self.tokens[self.root].text)
        agent = self._child(self.root, "agent")
        if agent is None or agent in self.timed:
            yield from self._prepositional(subject, self.root, verb)
            return
        for name in self._names_of(subject):
            for thing in self._objects(agent, "pobj"):
                yield from self._made(name, f"{verb} by", thing)

    def _prepositional(
        self, subject: int, head: int, predicate: str
    ) -> Iterator[Triple]:
        """With the first thing that a preposition ties to the verb; where there is but
        a time, of something that happened, with that."""
        belongs = self.tokens[head].lemma == "belong"
        names = self._members(subject) if belongs else self._names_of(subject)
        for n in self.children[head]:
            if self.tokens[n].dep != "prep" or n in self.timed:
                continue
            whole = f"{predicate} {self.tokens[n].text}"
            for name in names:
                for thing in self._objects(n, "pobj"):
                    yield from self._made(name, whole, thing)
            return
        at = self.when.at
        if at is None or not self._happened:
            return
        said = self.text[self.span[0] + at.start : self.span[0] + at.end]
        before = self.text[: self.span[0] + at.start].split()[-1].casefold()
        if before in ("in", "on"):
            for name in names:
                yield from self._made(name, f"{predicate} {before}", said)

    def _office(self) -> int | None:
        """R of "was appointed R of Z", "serves as R of Z"."""
        office = self._child(self.root, "oprd", "attr")
        if office is not None:
            return office
        for n in self.children[self.root]:
            if self.tokens[n].dep == "prep" and self.tokens[n].text == "as":
                return self._child(n, "pobj")
        return None

    # --- beside the clause -----------------------------------------------------------

    def _appositions(self, subject: int) -> Iterator[Triple]:
        """Of "X, the R of Y, …"; without an article it may be a list."""
        for n in self._coordinated(subject):
            beside = self._child(n, "appos")
            names = self._names_of(n)[:1]
            if beside is not None and self._is_close(n, beside):
                thing = self._phrase(n, WITHIN_CLASS)
                yield from self._made(self.names[beside].name, "is", thing, timed=False)
                continue
            if beside is None or not names or not self._has_article(beside):
                continue
            if owners := self._owners(beside):
                yield from self._roles(owners, beside, names, timed=False)
            elif not self._is_opinion(beside):
                thing = self._phrase(beside, WITHIN_CLASS)
                yield from self._made(names[0], "is", thing, timed=False)

    def _participles(self, subject: int, attribute: int) -> Iterator[Triple]:
        """Of "a film directed by Y"."""
        for n in self.children[attribute]:
            token = self.tokens[n]
            if token.dep != "acl" or token.tag != "VBN":
                continue
            for by in self.children[n]:
                if self.tokens[by].dep not in ("agent", "prep") or by in self.timed:
                    continue
                for name in self._names_of(subject):
                    for thing in self._objects(by, "pobj"):
                        whole = f"{token.text} {self.tokens[by].text}"
                        yield from self._made(name, whole, thing)
                break

    def _made(
        self,
        subject: str,
        predicate: str,
        thing: str,
        timed: bool = True,
    ) -> Iterator[Triple]:
        """`timed`: is the time that the sentence names said of it?"""
        if not subject or not thing or entity_key(subject) == entity_key(thing):
            return
        since, until = self._bounds_of_time() if timed else (None, None)
        yield Triple(
            subject=" ".join(subject.split()),
            predicate=" ".join(predicate.split()),
            object=" ".join(thing.split()),
            subject_kind=self._kind(subject),
            object_kind=self._kind(thing),
            valid_from=since,
            valid_to=until,
            start=self.span[0],
            end=self.span[1],
            confidence=CONFIDENCE,
            extractor=EXTRACTOR,
        )

    def _kind(self, name: str) -> str | None:
        return next((one.kind for one in self.names.values() if one.name == name), None)
