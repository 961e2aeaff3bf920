"""English clauses -> what they say of whom, by tables of verbs with prepositions; what
is a habit, had, or been needs none."""

import re
from collections.abc import Iterator
from dataclasses import replace

from kgmem_people.person import (
    SPEAKER,
    SURE,
    UNSURE,
    Said,
    has_form,
    opposite_of,
    said_as,
)
from kgmem_people.saying.beside_en import (
    GONE,
    KIN,
    PARTED,
    PARTNERS,
    BesideEnglish,
)
from kgmem_people.saying.clause import Clause
from kgmem_people.saying.phrases_en import (
    CLAUSES,
    PLACED,
    SPLIT,
    roles_of,
    table,
)
from kgmem_people.saying.telling_en import own_words, told, undenied


class English(BesideEnglish):
    """Reads a text, predicate by predicate; pronouns mean whom was named before."""

    def read(self) -> Iterator[Said | Clause]:
        """What stands beside clauses, and what each clause may say."""
        for n in self._tree.predicates():
            if (about := self._about(n)) is not None:
                yield self._clause(n, about)
        named = list(self._named_kin())
        yield from filter(None, (*named, *self._own_kin(named)))

    def _clause(self, n: int, about: str) -> Clause:
        """All that a predicate says of whom it is about."""
        tree, quote = self._tree, self._quote(n)
        asserted = tree.asserted(n)
        sure = UNSURE if asserted == "unsure" else SURE
        typed = list(self._typed(n))
        denied: list[Said] = []
        if asserted == "denied":
            denied = typed or [_habit(undenied(tree, n), quote)]
            typed = [new for one in typed if (new := _instead(one))]
            if denied[0].predicate != "person habit" and not typed:
                asserted = "no"  # my name is not Bob: what is it?
        return Clause(
            replace(self._own(n, quote), about=about, confidence=sure),
            tree.written(own_words(tree, n)),
            asserted,
            tuple(replace(one, about=about, confidence=sure) for one in typed),
            (*(replace(one, about=about) for one in denied), *self._gone(n)),
        )

    def _gone(self, n: int) -> Iterator[Said]:
        """Who is no more, or no more the speaker's: my husband died, we divorced."""
        tree, quote = self._tree, self._quote(n)
        whose = tree.subject(n)
        states = tree.all(n, "acomp", "attr", "oprd")
        verbs = {key for k in (n, *states) for key in self._named_verb(k)}
        if not verbs & GONE or tree.asserted(n) != "yes" or whose is None:
            return
        kin = KIN & {self._kin(whose)} if self._owned(whose) else frozenset()
        if tree.folded(whose) in ("i", "we") and verbs & PARTED:
            kin = PARTNERS
        for one in sorted(kin):
            yield Said(f"person family {one}", "", quote, quote)
            yield Said("person has", f"a {one}", quote, quote)

    def _own(self, n: int, quote: str) -> Said:
        """The clause in its own words: what somebody, or something of his, is, has, or
        does."""
        said = told(self._tree, n)
        subject = self._tree.child(n, "nsubj", "nsubjpass")
        if subject is not None and self._owned(subject) and not self._is_kin(subject):
            words = [k for k in self._tree.below(subject) if k <= subject][1:]
            said = f"{self._tree.written(words)} {said}"
            return Said("person habit", said, f"The user's {said}.", quote)
        kind = _KINDS.get(said.split(" ")[0], "habit")
        value = said.split(" ", 1)[-1]
        found = said_as(kind, value, "", quote, SURE) if kind != "habit" else None
        return found or _habit(said, quote)

    def _is_kin(self, n: int) -> bool:
        return self._kin(n).removesuffix("-in-law") in KIN

    def _typed(self, n: int) -> Iterator[Said]:
        """What it says of kinds whose values have a form."""
        done: set[str] = set()
        whose = self._tree.subject(n)
        if whose is not None and self._owned(whose) and not self._is_kin(whose):
            listed = self._being(n)  # my client lives in Rome: I do not
        else:
            listed = self._by_table(n)
        for role, value, topic in listed:
            if role in done and role not in SPLIT:
                continue
            if said := said_as(role, value, topic, self._quote(n), SURE):
                done.add(role)
                yield said

    # whom it is about -------------------------------------------------------------

    def _about(self, n: int) -> str | None:
        found = self._tree.subject(n)
        if found is None:
            return SPEAKER if not self._told and self._is_own_without_i(n) else None
        return self._who(found)

    def _is_own_without_i(self, n: int) -> bool:
        """Moved to Rome; been there for a year; can't stand it."""
        one = self._tree.tokens[n]
        if one.dep not in ("ROOT", "ccomp", "parataxis", "dep"):
            return False
        is_done = one.tag in ("VBD", "VBN", "VBG") or one.text.casefold() == "am"
        return is_done or self._tree.is_denied(n) or self._feels(n)

    def _feels(self, n: int) -> bool:
        """Is it of a kind of which no order tells: "hate coconut milk"?"""
        said = [role for key, _ in self._keys(n) for role, _ in table().get(key, ())]
        return not {"like", "dislike", "preference"}.isdisjoint(said)

    def _who(self, n: int) -> str | None:
        tree = self._tree
        word = tree.folded(n)
        if word in ("i", "we"):
            return SPEAKER
        if word in ("he", "she", "they"):
            if self._named is None:
                self._named = self._only_one_before(n)
            return SPEAKER if self._told else self._named
        if self._told and word == "user":
            return SPEAKER
        return self._another(n)

    def _another(self, n: int) -> str | None:
        """By his name, or as one of the speaker's people."""
        tree, one = self._tree, self._tree.tokens[n]
        if self._owned(n) and not self._is_kin(n):
            return SPEAKER
        beside = [
            k
            for k in tree.children[n]
            if tree.tokens[k].dep in ("appos", "compound")
            and tree.tokens[k].tag == "NNP"
        ]
        owner, mine = tree.child(n, "poss"), self._owned(n)
        if mine and self._is_kin(n):
            self._named = f"the user's {self._kin(n)}"
            return self._named
        if owner is None and one.tag == "NNP" and one.entity[2:] in ("", "PERSON"):
            names = [*(k for k in beside if k < n), n]
            self._named = tree.written(names)
            return self._named if self._named[:1].isupper() else None
        return None

    def _named_kin(self) -> Iterator[Said]:
        """My wife Carla, my son is called Tom: their names."""
        tree = self._tree
        for n, one in enumerate(tree.tokens):
            if tree.lemma(n) not in KIN or tree.folded(n) not in KIN:
                continue
            owner = tree.child(n, "poss")
            name = tree.child(n, "appos")
            names = tree.lemma(one.head) in ("be", "call", "name")
            if name is None and names and one.dep in ("nsubj", "nsubjpass"):
                name = tree.child(one.head, "attr", "oprd")
            if name is None and one.dep in ("compound", "nmod", "appos"):
                name, owner = one.head, owner or tree.child(one.head, "poss")
            if owner is None or name is None or tree.tokens[name].tag != "NNP":
                continue
            if tree.folded(owner) not in ("my", "our") or not self._holds(n):
                continue
            parts = [k for k in tree.children[name] if tree.tokens[k].tag == "NNP"]
            value = tree.written([*parts, name])
            found = said_as("family", value, tree.lemma(n), self._quote(n), SURE)
            if found and value[:1].isupper():
                yield found

    def _holds(self, n: int) -> bool:
        """Does it stand in no question, and in nobody's speech?"""
        return self._tree.asserted(self._verb(n)) != "no"

    # what it says -----------------------------------------------------------------

    def _by_table(self, n: int) -> Iterator[tuple[str, str, str]]:
        yield from self._being(n)
        tense = self._tree.tense(n)
        for key, head in self._keys(n):
            for role, is_change in table().get(key, ()):
                soon = ("present", "progressive")
                if tense in (soon if is_change else ("past", "none")):
                    continue
                if role in PLACED and self._tree.tokens[head].entity[2:] == "DATE":
                    continue  # from Monday on: a home is a place
                for part in self._parts(head) if role in SPLIT else [head]:
                    yield role, self._value(part, role), ""

    def _being(self, n: int) -> Iterator[tuple[str, str, str]]:
        """I am …, my … is …"""
        tree = self._tree
        subject = tree.subject(n)
        if tree.lemma(n) != "be" or subject is None or tree.tense(n) != "present":
            return
        what = tree.child(n, "attr", "acomp", "oprd")
        if what is None:
            return
        whole = tree.written(tree.below(what, CLAUSES))
        if tree.tokens[subject].tag[:2] == "NN" and self._owned(subject):
            for role in roles_of(tree, subject):
                yield role, whole.strip(" ,.!"), ""
        own = tree.child(n, "nsubj") is not None
        age = own and re.fullmatch(
            r"(?:about |almost |only )?(\d{1,3})(?:[ -]?(?:years?[ -]old|yo|y/o))?",
            whole,
        )
        if has_form("diet", whole, "en"):
            yield "diet", whole, ""
        elif tree.tokens[what].tag == "NN" and tree.child(what, "det") is not None:
            for one in filter(None, self._employed(what, self._quote(what))):
                yield "job", self._value(what, "job"), ""
                yield "employer", one.value, ""
        if age:
            yield "age", age[1], ""
        elif tree.tokens[what].tag == "NNP" and tree.folded(subject) in ("i", "this"):
            named = tree.tokens[what].entity[2:] in ("", "PERSON", "ORG", "GPE")
            start = tree.tokens[what].start
            named = named and tree.text[max(0, start - 1) : start] not in ("(", "/")
            parts = [
                k for k in tree.below(what, CLAUSES) if tree.tokens[k].tag == "NNP"
            ]
            if named and tree.child(what, "det") is None and len(parts) <= 3:
                name = tree.written(parts)
                yield "name", name.title() if name.islower() else name, ""


_KINDS = {"is": "trait", "has": "has"}


def _habit(said: str, quote: str) -> Said:
    return Said("person habit", said, f"The user {said}.", quote)


def _instead(denied: Said) -> Said | None:
    """What is so as this is not: of what is not liked that it is disliked."""
    if (other := opposite_of(denied)) is None:
        return None
    role = other.predicate.split(" ")[1]
    found = said_as(role, denied.value, "", denied.quote, denied.confidence)
    return found and replace(found, about=denied.about)
