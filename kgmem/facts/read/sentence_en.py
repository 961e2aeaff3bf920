"""An English sentence as a tree: what in it is named, which words belong to a noun, and
when it holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from kgmem.facts.read.names import MAX_NAME
from kgmem.facts.read.validity import Validity
from kgmem.language.vocabulary import words_in
from kgmem.model.fact import Mention
from kgmem.ports import Token


def statement_words(role: str) -> frozenset[str]:
    """The English words of a role in statements."""
    return frozenset(words_in(f"statement.{role}", "en"))


_OPINIONS = statement_words("opinion")
_STATES = statement_words("lasting")
"""Verbs of what lasts: in 1994 it held in 1994. What other verbs say happened then, and
is so from then on."""
_PARTS = statement_words("part")
"""Nouns that need no article before "of" though there are several of them."""
_PARTICLES = statement_words("particle")
"""Adverbs that make another verb of the one before them."""
_LEFT = frozenset(
    ("compound", "amod", "nummod", "nmod", "quantmod", "advmod", "poss", "npadvmod")
)
WITHIN_NOUN = statement_words("within_noun")
WITHIN_CLASS = statement_words("within_class")
"""Prepositions that go on with a noun, and with what something is."""
_ARTICLES = statement_words("article")
_ONE = statement_words("one")
_SPEAKERS = statement_words("speaker")


@dataclass(frozen=True)
class ParsedSentence:
    """A statement: its tree, and what in it is a name or a time."""

    text: str
    tokens: Sequence[Token]
    children: Mapping[int, Sequence[int]]
    names: Mapping[int, Mention]
    timed: set[int]
    when: Validity
    root: int
    span: tuple[int, int]

    # --- nouns --------------------------------------------------------------------

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

    def _finite(self) -> list[Token]:
        """The verb and its auxiliaries."""
        auxiliaries = [
            self.tokens[n]
            for n in self.children[self.root]
            if self.tokens[n].dep in ("aux", "auxpass")
        ]
        return [self.tokens[self.root], *auxiliaries]

    def _names_of(self, head: int) -> list[str]:
        """What is named there: by itself, or by a name within a longer phrase."""
        found = []
        for n in self._coordinated(head):
            beside = self._child(n, "appos")
            if n in self.names:
                found.append(self.names[n].name)
            elif beside is not None and self._is_close(n, beside):
                found.append(self.names[beside].name)
            elif (phrase := self._phrase(n, WITHIN_NOUN)) and self._has_name(n):
                found.append(phrase)
        return found

    def _is_close(self, head: int, beside: int) -> bool:
        """Is a name put to a noun without a comma, as in "the operator Baltrex"?"""
        if head in self.names or beside not in self.names:
            return False
        name = self.names[beside]
        return not self.text[self.tokens[head].end : name.start].strip()

    def _members(self, head: int) -> list[str]:
        """What is named there; or else a noun that can be told without the context: it
        opens the sentence with a capital, or is a compound, "the billing service"."""
        if names := self._names_of(head):
            return names
        parts = self._coordinated(head)
        return [self._phrase(n, WITHIN_NOUN) for n in parts if self._is_told(n)]

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
        self, head: int, *relations: str, within: frozenset[str] = WITHIN_NOUN
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

    # --- roles --------------------------------------------------------------------

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
            return self.tokens[determiner].text.casefold() in _ONE
        return self.tokens[head].lemma in _PARTS or self.tokens[head].tag == "NNS"

    def _has_article(self, head: int) -> bool:
        return self._child(head, "det") is not None

    def _is_opinion(self, head: int) -> bool:
        return any(
            self.tokens[n].text.casefold() in _OPINIONS
            for n in (head, *self.children[head])
        )

    def _with_particle(self, verb: str) -> str:
        for n in self.children[self.root]:
            token = self.tokens[n]
            if token.dep == "prt" or (n == self.root + 1 and token.text in _PARTICLES):
                return f"{verb} {token.text}"
        return verb

    # --- time ---------------------------------------------------------------------

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
