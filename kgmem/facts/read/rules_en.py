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

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby

from kgmem.facts.read.dates import Validity, validity
from kgmem.facts.read.names import MAX_NAME
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
_UNSURE = frozenset({
    "if", "unless", "whether", "maybe", "perhaps", "possibly", "probably", "reportedly",
    "allegedly", "supposedly", "apparently", "likely", "no", "nobody", "none",
    "neither", "nor", "never", "hardly", "rarely", "seldom", "almost", "nearly",
    "only", "not", "according", "soon", "would", "honestly", "arguably",
})  # fmt: skip
"""Words that take a statement back, in part or as a whole."""
_NO_STATEMENTS = frozenset({
    "say", "tell", "report", "claim", "believe", "think", "hope", "expect", "want",
    "wish", "feel", "seem", "appear", "consider", "plan", "intend", "try", "decide",
    "guess", "doubt", "assume", "suggest", "deny", "need", "mean", "let", "agree",
})  # fmt: skip
"""Verbs of which the object is no fact about the subject."""
_OPINIONS = frozenset({
    "amazing", "awful", "awesome", "bad", "beautiful", "best", "better", "boring",
    "brilliant", "excellent", "fantastic", "fine", "funny", "good", "great", "horrible",
    "important", "interesting", "lovely", "nice", "overrated", "perfect", "poor",
    "pretty", "strange", "stupid", "terrible", "useful", "useless", "weird",
    "wonderful", "worse", "worst", "wrong",
})  # fmt: skip
_STATES = frozenset({
    "be", "have", "own", "live", "work", "serve", "belong", "lead", "hold", "remain",
    "stay", "depend", "contain", "include", "know", "speak", "run", "operate", "manage",
    "teach", "study", "play", "reside", "use", "support", "head", "chair",
})  # fmt: skip
"""Verbs of what lasts: in 1994 it held in 1994. What other verbs say happened then, and
is so from then on."""
_PARTS = frozenset({
    "part", "member", "piece", "kind", "type", "form", "version", "example", "branch",
    "subset", "portion", "subsidiary", "unit", "variant", "descendant", "native",
})  # fmt: skip
"""Nouns that need no article before "of" though there are several of them."""
_MEMBERSHIPS = frozenset(("part", "member", "subsidiary", "unit", "branch", "subset"))
"""Nouns of what something belongs to."""
_OFFICES = frozenset(("appoint", "elect", "name", "serve", "act", "work"))
"""Verbs after which a noun, or "as" and a noun, is an office."""
_PARTICLES = frozenset(("up", "down", "out", "off", "away", "back", "over", "together"))
"""Adverbs that make another verb of the one before them."""
_LEFT = frozenset(
    ("compound", "amod", "nummod", "nmod", "quantmod", "advmod", "poss", "npadvmod")
)
_WITHIN_NOUN = frozenset(("of", "for"))
_WITHIN_CLASS = frozenset(("of", "for", "in", "on", "at", "from", "between", "with"))
_ARTICLES = frozenset(
    ("a", "an", "the", "its", "this", "that", "some", "these", "those")
)
_SPEAKERS = frozenset(("my", "our", "your", "his", "her", "their", "whose"))


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
class _Sentence:
    """A statement: its tree, and what in it is a name or a time."""

    text: str
    tokens: Sequence[Token]
    children: Mapping[int, Sequence[int]]
    names: Mapping[int, Mention]
    timed: set[int]
    when: Validity
    root: int
    span: tuple[int, int]

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

    def _finite(self) -> list[Token]:
        """The verb and its auxiliaries."""
        auxiliaries = [
            self.tokens[n]
            for n in self.children[self.root]
            if self.tokens[n].dep in ("aux", "auxpass")
        ]
        return [self.tokens[self.root], *auxiliaries]

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
                    yield from self._made(name, verb, self._phrase(each, _WITHIN_CLASS))

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

    def _role(self, head: int, lemma: bool = False) -> str:
        """`largest city` of "Portugal's largest city"."""
        start = self._bounds(head, frozenset())[0]
        while start < head and self._is_outside(start, head):
            start += 1
        before = self.text[self.tokens[start].start : self.tokens[head].start]
        token = self.tokens[head]
        return before + (token.lemma if lemma else token.text)

    def _is_outside(self, n: int, head: int) -> bool:
        """Is a word before a role its article, or part of whose role it is?"""
        if self.tokens[n].text.casefold() in _ARTICLES:
            return True
        owner = self._child(head, "poss")
        return owner is not None and n <= self._last(owner)

    def _owners(self, head: int) -> list[str]:
        """Y of "R of Y" and "Y's R"."""
        if (owner := self._child(head, "poss")) is not None:
            return self._names_of(owner)
        for n in self.children[head]:
            if self.tokens[n].dep == "prep" and self.tokens[n].text == "of":
                owner = self._child(n, "pobj")
                return self._names_of(owner) if owner is not None else []
        return []

    def _is_one_of_many(self, head: int) -> bool:
        """As in "a member of" and "part of", but not in "the capital of"."""
        determiner = self._child(head, "det")
        if determiner is not None:
            return self.tokens[determiner].text.casefold() in ("a", "an", "one")
        return self.tokens[head].lemma in _PARTS or self.tokens[head].tag == "NNS"

    def _has_article(self, head: int) -> bool:
        return self._child(head, "det") is not None

    def _is_opinion(self, head: int) -> bool:
        return any(
            self.tokens[n].text.casefold() in _OPINIONS
            for n in (head, *self.children[head])
        )

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
        things += self._objects(self.root, "attr", within=_WITHIN_CLASS)
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

    def _with_particle(self, verb: str) -> str:
        for n in self.children[self.root]:
            token = self.tokens[n]
            if token.dep == "prt" or (n == self.root + 1 and token.text in _PARTICLES):
                return f"{verb} {token.text}"
        return verb

    # --- beside the clause -----------------------------------------------------------

    def _appositions(self, subject: int) -> Iterator[Triple]:
        """Of "X, the R of Y, …"; without an article it may be a list."""
        for n in self._coordinated(subject):
            beside = self._child(n, "appos")
            names = self._names_of(n)[:1]
            if beside is not None and self._is_close(n, beside):
                thing = self._phrase(n, _WITHIN_CLASS)
                yield from self._made(self.names[beside].name, "is", thing, timed=False)
                continue
            if beside is None or not names or not self._has_article(beside):
                continue
            if owners := self._owners(beside):
                yield from self._roles(owners, beside, names, timed=False)
            elif not self._is_opinion(beside):
                thing = self._phrase(beside, _WITHIN_CLASS)
                yield from self._made(names[0], "is", thing, timed=False)

    def _is_close(self, head: int, beside: int) -> bool:
        """Is a name put to a noun without a comma, as in "the operator Baltrex"?"""
        if head in self.names or beside not in self.names:
            return False
        name = self.names[beside]
        return not self.text[self.tokens[head].end : name.start].strip()

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

    # --- things ----------------------------------------------------------------------

    def _child(self, head: int, *relations: str) -> int | None:
        return next(
            (n for n in self.children[head] if self.tokens[n].dep in relations), None
        )

    def _coordinated(self, head: int) -> list[int]:
        """It and what "and" puts beside it; nothing where "or" does."""
        chain = [head]
        for n in chain:
            chain += [c for c in self.children[n] if self.tokens[c].dep == "conj"]
        joined = [c for n in chain for c in self.children[n] if self._is_or(c)]
        return [] if joined else chain

    def _is_or(self, n: int) -> bool:
        return self.tokens[n].dep == "cc" and self.tokens[n].text.casefold() == "or"

    def _names_of(self, head: int) -> list[str]:
        """What is named there: by itself, or by a name within a longer phrase."""
        found = []
        for n in self._coordinated(head):
            beside = self._child(n, "appos")
            if n in self.names:
                found.append(self.names[n].name)
            elif beside is not None and self._is_close(n, beside):
                found.append(self.names[beside].name)
            elif (phrase := self._phrase(n, _WITHIN_NOUN)) and self._has_name(n):
                found.append(phrase)
        return found

    def _members(self, head: int) -> list[str]:
        """What is named there; or else a noun that can be told without the context: it
        opens the sentence with a capital, or is a compound, "the billing service"."""
        if names := self._names_of(head):
            return names
        parts = self._coordinated(head)
        return [self._phrase(n, _WITHIN_NOUN) for n in parts if self._is_told(n)]

    def _is_told(self, head: int) -> bool:
        token = self.tokens[head]
        if token.pos not in ("NOUN", "PROPN"):
            return False
        if any(self.tokens[n].dep == "compound" for n in self.children[head]):
            return True
        return token.start == self.span[0] and token.text[0].isupper()

    def _has_name(self, head: int) -> bool:
        """Is a name one of the words before a noun, as in "the Team plan"?"""
        return any(
            n < head and n in self.names and self.tokens[n].dep in ("compound", "nmod")
            for n in self.children[head]
        )

    def _objects(
        self, head: int, *relations: str, within: frozenset[str] = _WITHIN_NOUN
    ) -> list[str]:
        found = []
        first = self._child(head, *relations)
        for n in self._coordinated(first) if first is not None else ():
            if self.tokens[n].pos not in ("NOUN", "PROPN", "NUM", "X", "ADJ", "SYM"):
                continue
            if phrase := self._phrase(n, within):
                found.append(phrase)
        return found

    def _phrase(self, head: int, prepositions: frozenset[str]) -> str:
        """A noun with the words that tell which one is meant, without an article, a
        time and a clause; empty if it can't be told without the context."""
        start, end = self._bounds(head, prepositions)
        while start < head and self.tokens[start].text.casefold() in _ARTICLES:
            start += 1
        words = {self.tokens[n].text.casefold() for n in range(start, end + 1)}
        if words & _SPEAKERS or head in self.timed:
            return ""
        first, last = self.tokens[start].start, self.tokens[end].end
        if head in self.names:
            name = self.names[head]
            first, last = min(first, name.start), max(last, name.end)
        return self.text[first:last] if last - first <= MAX_NAME else ""

    def _bounds(self, head: int, prepositions: frozenset[str]) -> tuple[int, int]:
        start, end = head, head
        for n in sorted((c for c in self.children[head] if c < head), reverse=True):
            if self.tokens[n].dep not in _LEFT or n in self.timed:
                break
            start = self._first(n)
        for n in self.children[head]:
            token = self.tokens[n]
            if n < head or token.dep in ("cc", "conj", "punct", "appos"):
                continue
            if token.dep == "nummod" and n == end + 1:  # port 8443
                end = n
                continue
            if token.dep != "prep" or token.text not in prepositions or n in self.timed:
                break
            end = self._last(n)
        return start, end

    def _first(self, head: int) -> int:
        return min([head, *(self._first(n) for n in self.children[head] if n < head)])

    def _last(self, head: int) -> int:
        right = [n for n in self.children[head] if n > head]
        right = [
            n for n in right if self.tokens[n].dep not in ("relcl", "acl", "punct")
        ]
        return max([head, *(self._last(n) for n in right if n not in self.timed)])

    # --- time ------------------------------------------------------------------------

    @property
    def _is_past(self) -> bool:
        """Said of the past, and not until when."""
        verb = self.tokens[self.root]
        return verb.tag == "VBD" and self._bounds_of_time() == (None, None)

    @property
    def _happened(self) -> bool:
        """Is it said of the past, or of what is done by now?"""
        verbs = self._finite()
        return len(verbs) > 1 or verbs[0].tag in ("VBD", "VBN")

    def _bounds_of_time(self) -> tuple[datetime | None, datetime | None]:
        """As it says; "in 1994" bounds a state on both sides, what happened on one."""
        when = self.when
        if when.valid_from or when.valid_to or when.at is None or not self._happened:
            return when.valid_from, when.valid_to
        lasts = self.tokens[self.root].lemma in _STATES
        return when.at.since, when.at.until if lasts else None

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
