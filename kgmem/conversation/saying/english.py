"""English clauses -> what they say of whom, by tables of verbs with prepositions; what
is a habit, had, or been needs none."""

import re
from collections.abc import Iterator
from dataclasses import replace

from kgmem.conversation.person import (
    SPEAKER,
    SURE,
    UNSURE,
    Said,
    opposite_of,
    said_as,
)
from kgmem.conversation.saying.clause_en import OPENING, ClauseTree, person_words
from kgmem.conversation.saying.phrases_en import (
    CLAUSES,
    SPLIT,
    Phrases,
    ended_by,
    roles_of,
    table,
)
from kgmem.language.vocabulary import words_in

MOST = 14
"""Words of a habit, or of what somebody has."""
_KIN, _ABSTRACT = person_words("kin"), person_words("abstract")
_PASSING = person_words("passing")
_STATES = person_words("state")
_DIETS = person_words("diet_word")
_JOB = re.compile(words_in("person.job_end", "en")[0], re.IGNORECASE)
_ABSTRACT_END = re.compile(words_in("person.abstract_end", "en")[0])


class English(Phrases):
    """Reads a text, predicate by predicate; pronouns mean whom was named before."""

    def __init__(self, tree: ClauseTree, told: bool = False) -> None:
        super().__init__(tree, told)
        self._named: str | None = None

    def read(self) -> tuple[list[Said], list[Said]]:
        """What is so, and what is not so or no longer."""
        said: list[Said] = []
        denied: list[Said] = []
        for n in self._tree.predicates():
            about = self._about(n)
            if about is None:
                continue
            asserted = self._tree.asserted(n)
            sure = UNSURE if asserted == "unsure" else SURE
            ended = list(self._ended(n)) if asserted != "no" else []
            found = list(self._read(n, asserted == "denied")) if not ended else []
            found = [replace(one, about=about, confidence=sure) for one in found]
            denied += [replace(one, about=about) for one in ended]
            if asserted in ("yes", "unsure"):
                said += found if self._tree.lemma(n) not in _BORNE else []
            elif asserted == "denied":
                said += [one for one in found if one.text.startswith(self._not())]
                said += [new for one in found if (new := _instead(one))]
                denied += [o for o in found if not o.text.startswith(self._not())]
        said += [*self._named_kin(), *self._called()]
        return list(dict.fromkeys(said)), list(dict.fromkeys(denied))

    # whom it is about -------------------------------------------------------------

    def _about(self, n: int) -> str | None:
        tree, found = self._tree, self._tree.subject(n)
        if found is None:
            one = tree.tokens[n]
            first = all(
                tree.folded(k) in OPENING
                or tree.tokens[k].dep in ("advmod", "punct", "intj")
                for k in tree.sentence(n)
                if k < n
            )
            bare = one.dep == "ROOT" and first and one.tag in ("VBD", "VBP")
            return SPEAKER if bare and not self._told else None
        return self._who(found)

    def _who(self, n: int) -> str | None:
        tree = self._tree
        word = tree.folded(n)
        if word in ("i", "we", "me"):
            return SPEAKER
        if word in ("who", "that", "which"):
            verb = tree.tokens[n].head
            return (
                self._who(tree.tokens[verb].head)
                if tree.tokens[verb].dep == "relcl"
                else None
            )
        if word in ("he", "she", "they"):
            return SPEAKER if self._told else self._named
        if self._told and word == "user":
            return SPEAKER
        return self._another(n)

    def _another(self, n: int) -> str | None:
        """By his name, or as one of the speaker's people."""
        tree, one = self._tree, self._tree.tokens[n]
        if one.dep == "appos" and tree.lemma(one.head) in _KIN:
            return self._another(one.head)
        if self._owned(n) and roles_of(tree, n):
            return SPEAKER
        beside = [
            k
            for k in tree.children[n]
            if tree.tokens[k].dep in ("appos", "compound")
            and tree.tokens[k].tag == "NNP"
        ]
        owner, mine = tree.child(n, "poss"), self._owned(n)
        kin = tree.lemma(n) if tree.lemma(n) in _KIN else tree.folded(n)
        if mine and kin in _KIN:
            self._named = f"the user's {kin}"
            return self._named
        if owner is None and one.tag == "NNP" and one.entity[2:] in ("", "PERSON"):
            kin_before = next(
                (k for k in tree.children[n] if tree.lemma(k) in _KIN), None
            )
            if kin_before is not None and any(
                tree.folded(k) in ("my", "our") for k in tree.children[n]
            ):
                self._named = f"the user's {tree.lemma(kin_before)}"
                return self._named
            names = [*(k for k in beside if k < n), n]
            self._named = tree.written(names)
            return self._named if self._named[:1].isupper() else None
        return None

    def _named_kin(self) -> Iterator[Said]:
        """My wife Carla, my son is called Tom: their names."""
        tree = self._tree
        for n, one in enumerate(tree.tokens):
            if tree.lemma(n) not in _KIN or tree.folded(n) not in _KIN:
                continue
            owner = tree.child(n, "poss")
            name = tree.child(n, "appos")
            if (
                name is None
                and one.dep in ("nsubj", "nsubjpass")
                and (tree.lemma(one.head) in ("be", "call", "name"))
            ):
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

    def _called(self) -> Iterator[Said]:
        """Call me Ann."""
        tree = self._tree
        for n in range(len(tree.tokens) - 2):
            if (
                tree.folded(n) == "call"
                and tree.folded(n + 1) == "me"
                and self._holds(n)
            ):
                name = tree.tokens[n + 2]
                if tree.subject(n) is None and name.tag in ("NNP", "NNPS"):
                    yield from _some(
                        said_as("name", name.text, "", self._quote(n), SURE)
                    )

    def _holds(self, n: int) -> bool:
        """Does it stand in no question, and in nobody's speech?"""
        at, tree = n, self._tree
        while tree.tokens[at].head != at and tree.tokens[at].pos not in ("VERB", "AUX"):
            at = tree.tokens[at].head
        return tree.asserted(at) != "no"

    # what it says -----------------------------------------------------------------

    def _read(self, n: int, denied: bool) -> Iterator[Said]:
        done: set[str] = set()
        for role, value, topic in self._by_table(n):
            if role in done and role not in SPLIT:
                continue
            if said := said_as(role, value, topic, self._quote(n), SURE):
                done.add(role)
                yield said
        if not done:
            yield from self._without_table(n, denied)

    def _by_table(self, n: int) -> Iterator[tuple[str, str, str]]:
        yield from self._being(n)
        tense = self._tree.tense(n)
        for key, head in self._keys(n):
            for role, when in table().get(key, ()):
                if when == "verbs" and tense not in (
                    "present",
                    "progressive",
                    "perfect",
                ):
                    continue
                if when == "became" and tense == "progressive":
                    role = "goal"
                if when == "became" and tense == "present":
                    continue
                if role == "goal":
                    yield role, self._goal(n, key, head), ""
                    continue
                for part in self._parts(head) if role in SPLIT else [head]:
                    yield role, self._value(part, role), ""
                if role == "job":
                    for one in self._employed(head, self._quote(n)):
                        yield "employer", one.value, ""

    def _employed(self, job: int, quote: str) -> Iterator[Said]:
        """A nurse at St James, an engineer for Acme."""
        tree = self._tree
        for k in tree.children[job]:
            end = tree.child(k, "pobj")
            if tree.folded(k) in ("at", "for", "with") and end is not None:
                yield from _some(
                    said_as("employer", self._value(end, "employer"), "", quote, SURE)
                )

    def _being(self, n: int) -> Iterator[tuple[str, str, str]]:
        """I am …, my … is …"""
        tree = self._tree
        subject = tree.subject(n)
        if tree.lemma(n) != "be" or subject is None or tree.tense(n) != "present":
            return
        what = tree.child(n, "attr", "acomp", "oprd")
        if what is None and (on := tree.child(n, "prep")) is not None:
            what = tree.child(on, "pobj") if self._owned(subject) else None
        if what is None:
            return
        whole = tree.written(tree.below(what, CLAUSES))
        if tree.tokens[subject].tag[:2] == "NN" and self._owned(subject):
            for role in roles_of(tree, subject):
                topic = tree.folded(subject) if role == "preference" else ""
                yield role, whole.strip(" ,.!"), topic
            if roles_of(tree, subject):
                return
        age = re.fullmatch(
            r"(?:about |almost |only )?(\d{1,3})(?:[ -]?(?:years?[ -]old|yo|y/o))?",
            whole,
        )
        if age or (
            age := re.fullmatch(r"(\d{1,3}) years?", whole)
            if tree.child(n, "advmod")
            else None
        ):
            yield "age", age[1], ""
        elif tree.tokens[what].tag == "NNP" and tree.folded(subject) in ("i", "this"):
            named = tree.tokens[what].entity[2:] in ("", "PERSON", "ORG", "GPE")
            parts = [
                k for k in tree.below(what, CLAUSES) if tree.tokens[k].tag == "NNP"
            ]
            if named and tree.child(what, "det") is None and len(parts) <= 3:
                name = tree.written(parts)
                yield "name", name.title() if name.islower() else name, ""

    def _without_table(self, n: int, denied: bool) -> Iterator[Said]:
        tree = self._tree
        verb, subject = tree.lemma(n), tree.subject(n)
        collective = subject is not None and tree.folded(subject) == "we"
        if tree.tense(n) != "present" and verb not in ("be", "have"):
            return
        if tree.tense(n) not in ("present", "perfect") or collective:
            return
        if verb == "be" and subject is not None:
            yield from self._trait(n)
        elif verb in ("have", "own") or (verb == "get" and tree.tense(n) == "perfect"):
            yield from self._having(n, denied)
        elif verb not in _PASSING and tree.tokens[n].pos == "VERB":
            yield from self._habit(n, denied)

    def _trait(self, n: int) -> Iterator[Said]:
        tree = self._tree
        what = tree.child(n, "attr", "acomp")
        if what is None:
            return
        value = tree.written(tree.below(what, CLAUSES))
        one = tree.tokens[what]
        if tree.folded(what) in _DIETS:
            yield from _some(
                said_as("diet", tree.folded(what), "", self._quote(n), SURE)
            )
        elif tree.folded(what) in _STATES or one.entity[2:] == "NORP":
            yield from _some(said_as("trait", value, "", self._quote(n), SURE))
        elif self._is_passing(n, tree.below(what, CLAUSES)):
            return
        elif one.dep == "attr" and one.tag == "NN":
            det = tree.child(what, "det")
            if det is None or tree.folded(det) not in ("a", "an"):
                return
            employed = list(self._employed(what, self._quote(n)))
            if employed or _JOB.fullmatch(tree.folded(what)):
                job = self._value(what, "job")
                yield from _some(said_as("job", job, "", self._quote(n), SURE))
                yield from employed
            elif tree.lemma(what) not in _ABSTRACT and not _ABSTRACT_END.search(
                tree.lemma(what)
            ):
                yield from _some(said_as("trait", value, "", self._quote(n), SURE))

    def _having(self, n: int, denied: bool) -> Iterator[Said]:
        tree = self._tree
        what = tree.child(n, "dobj")
        if what is None or self._is_passing(n, self._below(n)):
            return
        value = self._value(what, "has")
        kin = tree.lemma(what)
        if tree.tokens[what].tag[:2] != "NN" or len(value.split()) > MOST:
            return
        if kin in _ABSTRACT or (_ABSTRACT_END.search(kin) and kin not in _KIN):
            return
        if tree.tokens[what].tag == "NN" and not denied and not tree.children[what]:
            role = "health"
        else:
            role = "has"
        if denied:
            yield self._generic(n, True)
        else:
            yield from _some(said_as(role, value, "", self._quote(n), SURE))

    def _habit(self, n: int, denied: bool) -> Iterator[Said]:
        tree = self._tree
        below = self._below(n)
        told = [
            k
            for k in tree.children[n]
            if tree.tokens[k].dep in ("dobj", "prep", "npadvmod", "xcomp")
        ]
        pronouns = {"it", "this", "that", "them", "you", "one", "something", "anything"}
        if not told or self._is_passing(n, below) or len(below) > MOST + 4:
            return
        if (
            pronouns & {tree.folded(k) for k in below}
            or tree.child(n, "ccomp") is not None
        ):
            return
        yield self._generic(n, denied)

    # what has ended ---------------------------------------------------------------

    def _ended(self, n: int) -> Iterator[Said]:
        """Quit, stopped, used to: what is so no longer."""
        tree, quote = self._tree, self._quote(n)
        verb = tree.lemma(n)
        marks = {tree.folded(k) for k in tree.children[n]}
        if (
            verb == "use"
            and (k := tree.child(n, "xcomp")) is not None
            and tree.tense(n) == "past"
        ):
            yield from self._given_up(k)
        elif "used" in marks or (verb == "stop" and tree.child(n, "xcomp") is not None):
            k = tree.child(n, "xcomp")
            yield from self._given_up(n if k is None else k)
        elif tree.tense(n) in ("past", "perfect") or tree.tokens[n].tag in (
            "VBD",
            "VBN",
        ):
            for key in [*(key for key, _ in self._keys(n)), verb]:
                for role in ended_by().get(key, ()):
                    lost = "" if role == "job" else self._lost(n)
                    yield Said(f"person {role}", lost, quote, quote)
                if key in ended_by():
                    return

    def _given_up(self, n: int) -> Iterator[Said]:
        quote = self._quote(n)
        for key, head in self._keys(n):
            for role, _ in table().get(key, ()):
                value = self._value(head, role)
                yield Said(f"person {role}", value, quote, quote)
                return
        told = self._generic(n, False)
        yield replace(told, quote=quote)


_BORNE = ("stand", "bear")


def _some(one: Said | None) -> Iterator[Said]:
    if one is not None:
        yield one


def _instead(denied: Said) -> Said | None:
    """What is so as this is not: of what is not liked that it is disliked."""
    if (other := opposite_of(denied)) is None:
        return None
    role = other.predicate.split(" ")[1]
    found = said_as(role, denied.value, "", denied.quote, denied.confidence)
    return found and replace(found, about=denied.about)
