"""English that tells of its speaker beside its clauses: "a nurse at St James", "my
daughter's room"."""

from collections.abc import Iterator, Sequence

from kgmem.people import word_set
from kgmem_people.person import SURE, Said, said_as
from kgmem_people.saying.phrases_en import Phrases

KIN = word_set("person.kin")
NEAREST = word_set("person.nearest")
GONE = word_set("person.gone")
PARTED, PARTNERS = word_set("person.parted"), word_set("person.partner")


class BesideEnglish(Phrases):
    """Reads what is told besides."""

    _named: str | None = None
    """Whom a pronoun means."""

    def _employed(self, job: int, quote: str) -> Iterator[Said | None]:
        """A nurse at St James, an engineer for Acme."""
        tree = self._tree
        for k in tree.children[job]:
            end = tree.child(k, "pobj")
            if tree.folded(k) in ("at", "for", "with") and end is not None:
                named = self._value(end, "employer")
                yield said_as("employer", named, "", quote, SURE)

    def _own_kin(self, known: Sequence[Said]) -> Iterator[Said | None]:
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
            verbs = {key for k in tree.sentence(n) for key in self._named_verb(k)}
            if (marks | verbs) & GONE:
                continue
            if tree.asserted(self._verb(n)) == "denied":
                continue
            named.add(kin)
            value = tree.folded(n) if one.tag == "NNS" else f"a {kin}"
            yield said_as("has", value, "", self._quote(n), SURE)

    def _named_verb(self, n: int) -> set[str]:
        """The word alone, and with its particle: split, split up."""
        lemma = self._tree.lemma(n)
        after = (self._tree.folded(k) for k in self._tree.all(n, "prt", "advmod"))
        return {lemma, *(f"{lemma} {one}" for one in after)}

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
