"""English clauses -> what they say of whom, by tables of verbs with prepositions; what
is a habit, had, or been needs none."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from kgmem.people import word_set, words_in
from kgmem_people.person import (
    KINDS,
    SPEAKER,
    SURE,
    UNSURE,
    Said,
    has_form,
    opposite_of,
    said_as,
)
from kgmem_people.reading.clause_tree_en import ClauseTree
from kgmem_people.saying.clause import Clause
from kgmem_people.saying.telling_en import own_words, told

_KIN, _NEAREST = word_set("person.kin"), word_set("person.nearest")
_GONE, _PARTED = word_set("person.gone"), word_set("person.parted")
_PARTNERS, _LEAVING = word_set("person.partner"), word_set("person.leaving")
_ENDING = word_set("person.ending")
_WORK = ("job", "employer")
_CLAUSES = frozenset(("relcl", "advcl", "parataxis", "acl", "ccomp", "discourse"))
_PLACED = frozenset(("home", "employer", "origin", "job", "speaks"))
_BESIDE = frozenset(("with", "for", "since", "at", "as", "after", "because", "until"))
_KINDS = {"is": "trait", "has": "has"}
_AGE = re.compile(
    r"(?:about |almost |only )?(\d{1,3})(?:[ -]?(?:years?[ -]old|yo|y/o))?"
)


class English:
    """Reads a text, predicate by predicate; pronouns mean whom was named before."""

    def __init__(self, tree: ClauseTree, told: bool = False) -> None:
        self._tree, self._told = tree, told
        self._named: str | None = None

    def read(self) -> Iterator[Said | Clause]:
        """What stands beside clauses, and what each clause may say."""
        for n in self._tree.predicates():
            if (about := self._about(n)) is not None:
                yield self._clause(n, about)
        named = list(self._named_kin())
        yield from filter(None, (*self._called(), *named, *self._own_kin(named)))

    def _clause(self, n: int, about: str) -> Clause:
        """All that a predicate says of whom it is about."""
        tree, quote = self._tree, self._quote(n)
        asserted = tree.asserted(n)
        sure = UNSURE if asserted == "unsure" else SURE
        typed = list(self._typed(n))
        denied: list[Said] = []
        if asserted == "denied" and typed:
            denied, typed = typed, [new for o in typed if (new := _instead(o))]
            if not typed:  # my name is not Bob: what is it?
                asserted = "no"
        return Clause(
            replace(self._own(n, quote), about=about, confidence=sure),
            tree.written(own_words(tree, n)),
            asserted,
            tuple(replace(one, about=about, confidence=sure) for one in typed),
            (*(replace(one, about=about) for one in denied), *self._gone(n)),
        )

    def _gone(self, n: int) -> Iterator[Said]:
        """Who or what is no more, or no more the speaker's: my husband died, we
        divorced, I quit my job."""
        tree, quote = self._tree, self._quote(n)
        whose = tree.subject(n)
        states = tree.all(n, "acomp", "attr", "oprd")
        verbs = {key for k in (n, *states) for key in self._named_verb(k)}
        if tree.asserted(n) != "yes" or whose is None:
            return
        work = [f" {tree.lemma(k)}" for k in tree.all(n, "dobj")] or [""]
        if {verb + one for verb in verbs for one in work} & _LEAVING:
            yield from (Said(f"person {o}", "", quote, quote) for o in _WORK)
        what = tree.child(n, "dobj", "xcomp")
        if verbs & _ENDING and what is not None:
            for kind, word in (("has", tree.lemma(what)), ("habit", tree.folded(what))):
                yield Said(f"person {kind}", word, quote, quote, broad=kind == "habit")
        if not verbs & _GONE:
            return
        kin = _KIN & {self._kin(whose)} if self._owned(whose) else frozenset()
        if tree.folded(whose) in ("i", "we") and verbs & _PARTED:
            kin = _PARTNERS
        for one in sorted(kin):
            yield Said(f"person family {one}", "", quote, quote)
            yield Said("person has", f"a {one}", quote, quote)

    def _own(self, n: int, quote: str) -> Said:
        """The clause in its own words: what somebody, or something of his, is, has, or
        does."""
        said = told(self._tree, n)
        subject = self._tree.child(n, "nsubj", "nsubjpass")
        if subject is not None and self._is_of_things(subject):
            words = [k for k in self._tree.below(subject) if k <= subject][1:]
            said = f"{self._tree.written(words)} {said}"
            return Said("person habit", said, f"The user's {said}.", quote)
        kind = _KINDS.get(said.split(" ")[0], "habit")
        value = said.split(" ", 1)[-1]
        found = said_as(kind, value, "", quote, SURE) if kind != "habit" else None
        return found or _habit(said, quote)

    def _is_of_things(self, n: int | None) -> bool:
        """Is it the speaker's, and none of his people?"""
        return n is not None and self._owned(n) and not self._is_kin(n)

    def _is_kin(self, n: int) -> bool:
        return self._kin(n).removesuffix("-in-law") in _KIN

    def _typed(self, n: int) -> Iterator[Said]:
        """What it says of kinds whose values have a form."""
        done: set[str] = set()
        listed = list(self._being(n))
        if not self._is_of_things(self._tree.subject(n)):  # my client lives in Rome
            listed += self._by_table(n)
        for role, value in listed:
            said = said_as(role, value, "", self._quote(n), SURE)
            if said and role not in done:
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
        said = [role for key, _ in self._keys(n) for role, _ in _table().get(key, ())]
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

    def _only_one_before(self, n: int) -> str | None:
        """Whom a pronoun means that follows one name or one of the speaker's people."""
        tree = self._tree
        named = {
            f"the user's {self._kin(k)}"
            if self._kin(k) in _KIN
            else tree.folded(k).title()
            for k in range(n)
            if (self._kin(k) in _KIN and self._owned(k))
            or tree.tokens[k].entity[2:] == "PERSON"
        }
        return named.pop() if len(named) == 1 else None

    # the speaker's people ---------------------------------------------------------

    def _owned(self, n: int) -> bool:
        """Is it the speaker's?"""
        owner = self._tree.child(n, "poss")
        told = ("user", "his", "her", "their") if self._told else ()
        return owner is not None and self._tree.folded(owner) in ("my", "our", *told)

    def _kin(self, n: int) -> str:
        """Wife, mother-in-law."""
        tree = self._tree
        kin = tree.lemma(n) if tree.lemma(n) in _KIN else tree.folded(n)
        within = tree.child(n, "prep")
        law = within is not None and tree.child(within, "pobj")
        return f"{kin}-in-law" if law and tree.folded(law) == "law" else kin

    def _named_kin(self) -> Iterator[Said]:
        """My wife Carla, my son is called Tom: their names."""
        tree = self._tree
        for n, one in enumerate(tree.tokens):
            if tree.lemma(n) not in _KIN or tree.folded(n) not in _KIN:
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
            if tree.folded(owner) not in ("my", "our"):
                continue
            parts = [k for k in tree.children[name] if tree.tokens[k].tag == "NNP"]
            value = tree.written([*parts, name])
            found = said_as("family", value, tree.lemma(n), self._quote(n), SURE)
            if found and value[:1].isupper():
                yield found

    def _called(self) -> Iterator[Said | None]:
        """Call me Ann."""
        tree = self._tree
        for n, name in enumerate(tree.tokens[2:]):
            called = (tree.folded(n), tree.folded(n + 1)) == ("call", "me")
            if called and name.tag == "NNP" and tree.asserted(self._verb(n)) != "no":
                yield said_as("name", name.text, "", self._quote(n), SURE)

    def _own_kin(self, known: Sequence[Said]) -> Iterator[Said | None]:
        """That there is somebody whom the speaker names his, in whatever clause."""
        tree = self._tree
        named = {
            one.predicate.split(" ")[-1] for one in known if "family" in one.predicate
        }
        for n, one in enumerate(tree.tokens):
            kin = self._kin(n)
            if kin not in _NEAREST or not self._owned(n) or kin in named:
                continue
            marks = {tree.folded(k) for k in tree.below(n)}
            verbs = {key for k in tree.sentence(n) for key in self._named_verb(k)}
            if (marks | verbs) & _GONE:
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

    # what it says -----------------------------------------------------------------

    def _by_table(self, n: int) -> Iterator[tuple[str, str]]:
        tense = self._tree.tense(n)
        for key, head in self._keys(n):
            for role, is_change in _table().get(key, ()):
                soon = ("present", "progressive")
                if tense in (soon if is_change else ("past", "none")):
                    continue
                if role in _PLACED and self._tree.tokens[head].entity[2:] == "DATE":
                    continue  # from Monday on: a home is a place
                yield role, self._value(head)

    def _being(self, n: int) -> Iterator[tuple[str, str]]:
        """I am …, my … is …"""
        tree, subject = self._tree, self._tree.subject(n)
        what = tree.child(n, "attr", "acomp", "oprd")
        on = tree.child(n, "prep")
        if what is None and on is not None and tree.folded(on) in ("on", "in"):
            what = tree.child(on, "pobj")  # my birthday is in May
        if tree.lemma(n) != "be" or subject is None or what is None:
            return
        if tree.tense(n) != "present":
            return
        parts = tree.below(what, _CLAUSES)
        whole = tree.written(parts)
        if self._owned(subject):
            for role, _ in _table().get(f"my {tree.folded(subject)}", ()):
                yield role, whole.strip(" ,.!")
        is_own = tree.child(n, "nsubj") is not None
        if has_form("diet", whole, "en"):
            yield "diet", whole
        elif tree.tokens[what].tag == "NN" and tree.child(what, "det") is not None:
            yield from self._employed(what)
        if is_own and (age := _AGE.fullmatch(whole)):
            yield "age", age[1]
        elif tree.tokens[what].tag == "NNP" and tree.folded(subject) in ("i", "this"):
            named = tree.tokens[what].entity[2:] in ("", "PERSON", "ORG", "GPE")
            names = [k for k in parts if tree.tokens[k].tag == "NNP"]
            start = tree.tokens[what].start
            apart = tree.text[max(0, start - 1) : start] in ("(", "/")
            if named and not apart and tree.child(what, "det") is None:
                name = tree.written(names)
                yield "name", name.title() if name.islower() else name

    def _employed(self, job: int) -> Iterator[tuple[str, str]]:
        """A nurse at St James, an engineer for Acme."""
        tree = self._tree
        for k in tree.children[job]:
            end = tree.child(k, "pobj")
            if tree.folded(k) in ("at", "for", "with") and end is not None:
                named = self._value(end)
                if has_form("employer", named, "en"):
                    yield "job", self._value(job)
                    yield "employer", named

    def _keys(self, n: int) -> Iterator[tuple[str, int]]:
        """Verb with what hangs on it: "live in", "join", "be allergic to"."""
        tree = self._tree
        verb = tree.lemma(n)
        heads = [(verb, n)]
        if verb == "be" or tree.tokens[n].pos == "AUX":
            heads += [
                (f"be {self._named_so(k)}", k)
                for k in tree.children[n]
                if tree.tokens[k].dep in ("acomp", "attr", "prep")
            ]
        moved = tree.child(n, "dobj")
        for key, at in heads:
            for k in tree.children[at]:
                one = tree.tokens[k]
                if one.dep in ("dobj", "oprd", "dative") and at == n:
                    yield key, k
                elif one.dep == "prep":
                    if (end := self._object(k)) is not None:
                        # I moved to Rome; but not: I moved the file to a folder.
                        with_it = f" {tree.lemma(moved)}" if moved and at == n else ""
                        yield f"{key}{with_it} {tree.folded(k)}", end
                elif one.dep == "xcomp":
                    to = tree.child(k, "aux") is not None
                    yield (f"{key} to" if to else key), k

    def _named_so(self, n: int) -> str:
        """A noun in its first form, another word as it stands."""
        noun = self._tree.tokens[n].tag[:2] == "NN"
        return self._tree.lemma(n) if noun else self._tree.folded(n)

    def _object(self, preposition: int) -> int | None:
        """What hangs on a preposition; a rare name behind it may be taken for an
        adverb."""
        tree, n = self._tree, preposition + 1
        found = tree.child(preposition, "pobj", "pcomp")
        if found is not None or n == len(tree.tokens):
            return found
        one, head = tree.tokens[n], tree.tokens[preposition].head
        return n if one.head == head and one.text[:1].isupper() else None

    def _value(self, head: int) -> str:
        """The noun with what belongs to it, without clauses and what stands beside."""
        tree = self._tree
        gone = {
            b
            for k in tree.below(head)
            if tree.folded(k) in _BESIDE and tree.tokens[k].dep == "prep"
            for b in tree.below(k)
        }
        kept = [k for k in tree.below(head, _CLAUSES) if k not in gone]
        told = tree.written(kept).strip(" ,;:.!-–").removeprefix("to ")
        return re.sub(r"\b(?:my|our)\b", "their", told)

    def _quote(self, n: int) -> str:
        return self._tree.written(self._tree.sentence(n))


@cache
def _table() -> dict[str, list[tuple[str, bool]]]:
    """By verb and preposition: what it says, and is it a change, which is so once it is
    done?"""
    became = re.compile("|".join(words_in("person.became", "en")))
    found: dict[str, list[tuple[str, bool]]] = {}
    for role in KINDS:
        for key in words_in(f"person.{role}.says", "en"):
            found.setdefault(key, []).append((role, bool(became.fullmatch(key))))
    return found


def _habit(said: str, quote: str) -> Said:
    return Said("person habit", said, f"The user {said}.", quote)


def _instead(denied: Said) -> Said | None:
    """What is so as this is not: of what is not liked that it is disliked."""
    if (other := opposite_of(denied)) is None:
        return None
    role = other.predicate.split(" ")[1]
    found = said_as(role, denied.value, "", denied.quote, denied.confidence)
    return found and replace(found, about=denied.about)
