"""English that tells of its speaker beside its clauses: "mine's an Aga", "he's the
husband", "my daughter's room", "Leeds, where I live"."""

import re
from collections.abc import Iterator, Sequence

from kgmem_people.person import SURE, Said, said_as
from kgmem_people.reading.clause_tree_en import person_words
from kgmem_people.saying.phrases_en import CLAUSES, Phrases

KIN = person_words("kin")
NEAREST = person_words("nearest")
GONE = person_words("gone")
_FAVOURITE = frozenset(("favorite", "favourite"))
_ORDINAL = re.compile(r"(\d{1,3})(?:st|nd|rd|th)")


def some(one: Said | None) -> Iterator[Said]:
    """It, if there is one."""
    if one is not None:
        yield one


class BesideEnglish(Phrases):
    """Reads what is told besides."""

    _named: str | None = None
    """Whom a pronoun means."""

    def _employed(self, job: int, quote: str) -> Iterator[Said]:
        """A nurse at St James, an engineer for Acme."""
        tree = self._tree
        for k in tree.children[job]:
            end = tree.child(k, "pobj")
            if tree.folded(k) in ("at", "for", "with") and end is not None:
                yield from some(
                    said_as("employer", self._value(end, "employer"), "", quote, SURE)
                )

    def _copula(self, n: int) -> Iterator[Said]:
        """What a clause whose subject is something else tells of the speaker."""
        tree = self._tree
        if tree.lemma(n) != "be" or tree.tense(n) != "present":
            return
        if tree.asserted(n) != "yes":
            return
        subject, what = tree.child(n, "nsubj"), tree.child(n, "attr")
        quote = self._quote(n)
        if subject is not None and tree.folded(subject) == "i":
            yield from self._placed(n)
        if what is None:
            return
        before = subject if subject is not None else tree.child(n, "npadvmod")
        if before is None:
            return
        if tree.folded(before) == "mine" and tree.child(what, "det") is not None:
            yield from some(
                said_as("has", self._value(what, "has").split(",")[0], "", quote, SURE)
            )
        elif tree.lemma(what) in KIN and self._named and self._named[:1].isupper():
            owner = tree.child(what, "poss", "det")
            if owner is not None and tree.folded(owner) in ("my", "our", "the"):
                kin = tree.lemma(what)
                yield from some(said_as("family", self._named, kin, quote, SURE))
        elif self._owned(what):
            yield from self._mine(before, what, quote)

    def _mine(self, before: int, what: int, quote: str) -> Iterator[Said]:
        """X is my favourite, Monday is my 30th."""
        tree = self._tree
        mine = {tree.folded(k) for k in tree.children[what]} | {tree.folded(what)}
        value = tree.written(tree.below(before, CLAUSES))
        parts = tree.below(what, CLAUSES)
        age = next(
            (m for k in parts if (m := _ORDINAL.fullmatch(tree.folded(k)))), None
        )
        if mine & _FAVOURITE and tree.tokens[before].tag[:2] == "NN":
            yield from some(said_as("like", value, "", quote, SURE))
        elif age and tree.tokens[before].entity[2:] in ("DATE", "TIME", ""):
            told = f"turns {age[1]} on {value}"
            yield Said("person birthday", value, f"The user {told}.", quote)

    def _placed(self, n: int) -> Iterator[Said]:
        """I'm at Acme as a cook; Leeds, where I am."""
        tree, quote = self._tree, self._quote(n)
        ends = {
            tree.folded(k): end
            for k in tree.children[n]
            if tree.tokens[k].dep == "prep"
            and (end := tree.child(k, "pobj")) is not None
        }
        if "at" in ends and "as" in ends:
            for role, end in (("employer", ends["at"]), ("job", ends["as"])):
                yield from some(said_as(role, self._value(end, role), "", quote, SURE))
        one = tree.tokens[n]
        where = any(tree.folded(k) == "where" for k in tree.children[n])
        if where and one.dep == "relcl" and tree.tokens[one.head].tag == "NNP":
            home = self._value(one.head, "home")
            yield from some(said_as("home", home, "", quote, SURE))

    def _own_kin(self, known: Sequence[Said]) -> Iterator[Said]:
        """That there is somebody whom the speaker names his, in whatever clause."""
        tree = self._tree
        named = {
            one.predicate.split(" ")[-1] for one in known if "family" in one.predicate
        }
        for n, one in enumerate(tree.tokens):
            kin = self._kin(n)
            if kin not in NEAREST or not self._owned(n) or kin in named:
                continue
            marks = {tree.folded(k) for k in tree.below(n)}
            if marks & GONE or {tree.lemma(k) for k in tree.sentence(n)} & GONE:
                continue
            if tree.asserted(self._verb(n)) == "denied":
                continue
            named.add(kin)
            value = tree.folded(n) if one.tag == "NNS" else f"a {kin}"
            yield from some(said_as("has", value, "", self._quote(n), SURE))

    def _verb(self, n: int) -> int:
        """The predicate above it."""
        tree = self._tree
        while tree.tokens[n].head != n and tree.tokens[n].pos not in ("VERB", "AUX"):
            n = tree.tokens[n].head
        return n

    def _kin(self, n: int) -> str:
        """Wife, mother-in-law."""
        tree = self._tree
        kin = tree.lemma(n) if tree.lemma(n) in KIN else tree.folded(n)
        within = tree.child(n, "prep")
        law = within is not None and tree.child(within, "pobj")
        return f"{kin}-in-law" if law and tree.folded(law) == "law" else kin

    def _only_one_before(self, n: int) -> str | None:
        """Whom a pronoun means that follows one name or one of the speaker's people."""
        tree = self._tree
        named = {
            f"the user's {self._kin(k)}"
            if self._kin(k) in KIN
            else tree.folded(k).title()
            for k in range(n)
            if (self._kin(k) in KIN and self._owned(k))
            or tree.tokens[k].entity[2:] == "PERSON"
        }
        return named.pop() if len(named) == 1 else None
