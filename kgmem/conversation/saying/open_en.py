"""English clauses of no table, kept in their own words: what somebody is, has, does as
a rule, has done for long, or has given up."""

import re
from collections.abc import Iterator

from kgmem.conversation.person import SURE, Said, said_as
from kgmem.conversation.saying.clause_en import person_words
from kgmem.conversation.saying.phrases_en import CLAUSES, OURS, Phrases, third, tidy
from kgmem.language.vocabulary import words_in

MOST = 14
"""Words of a habit, or of what somebody has."""
KIN, _ABSTRACT = person_words("kin"), person_words("abstract")
_PASSING = person_words("passing")
_DOING = person_words("doing")
_LASTLY = person_words("closing") - {"today"}
_LASTING = dict(
    zip(words_in("person.lasting", "en"), words_in("person.lasted", "en"), strict=True)
)
_AGES = frozenset(("school", "childhood", "birth", "university", "college"))
_OF_ONES_OWN = ("tear", "break")
_PRONOUNS = frozenset(
    (
        *("her", "his", "its", "your", "him", "it", "this", "that", "them", "you"),
        *("one", "something", "anything"),
    )
)
_STATES = person_words("state")
_DIETS = person_words("diet_word")
_JOB = re.compile(words_in("person.job_end", "en")[0], re.IGNORECASE)
_ABSTRACT_END = re.compile(words_in("person.abstract_end", "en")[0])


def some(one: Said | None) -> Iterator[Said]:
    """It, if there is one."""
    if one is not None:
        yield one


class OpenEnglish(Phrases):
    """Reads predicates of which no table tells."""

    _also: frozenset[str] = frozenset()
    """Verbs that tell something of whom the clause is about, of no habit else."""

    def _employed(self, job: int, quote: str) -> Iterator[Said]:
        """A nurse at St James, an engineer for Acme."""
        tree = self._tree
        for k in tree.children[job]:
            end = tree.child(k, "pobj")
            if tree.folded(k) in ("at", "for", "with") and end is not None:
                yield from some(
                    said_as("employer", self._value(end, "employer"), "", quote, SURE)
                )

    def _without_table(self, n: int, denied: bool) -> Iterator[Said]:
        tree = self._tree
        verb, subject, tense = tree.lemma(n), tree.subject(n), tree.tense(n)
        collective = subject is not None and tree.folded(subject) == "we"
        if tense in ("perfect", "progressive") and self._lasts(n):
            yield self._as_told(n)
        elif tense not in ("present", "perfect") and not (tense == "past" and denied):
            return
        elif verb == "be" and subject is not None and not collective:
            yield from self._trait(n)
        elif verb in ("have", "own") or (verb == "get" and tense == "perfect"):
            if not collective or self._is_counted(n):
                yield from self._having(n, denied)
        elif collective or tense != "present" or tree.tokens[n].pos != "VERB":
            return
        elif verb not in _PASSING or verb in (_DOING if denied else self._also):
            yield from self._habit(n, denied)

    def _is_counted(self, n: int) -> bool:
        """Has what hangs on it a number, as what people have together?"""
        what = self._tree.child(n, "dobj")
        return what is not None and self._tree.child(what, "nummod", "det") is not None

    def _lasts(self, n: int) -> bool:
        """Has it gone on for a time that is told: since …, for … years?"""
        tree = self._tree
        for k in tree.children[n]:
            word, dep = tree.folded(k), tree.tokens[k].dep
            if dep == "advcl" and any(
                tree.folded(m) == "since" for m in tree.children[k]
            ):
                return True
            end = tree.child(k, "pobj") if dep == "prep" else None
            if end is None or word not in ("since", "for"):
                continue
            long = {"year", "decade", "month"} & {tree.lemma(m) for m in tree.below(k)}
            if tree.tokens[end].tag == "NN" and word == "since" and not long:
                long = {tree.lemma(end)} & _AGES
            if long or (word == "since" and tree.tokens[end].entity[2:] == "DATE"):
                return True
        return False

    def _as_told(self, n: int) -> Said:
        """The clause with its tense, as it is told of another."""
        tree = self._tree
        gone = tree.apart(n)
        since = {
            m
            for k in tree.children[n]
            if any(tree.folded(j) == "since" for j in tree.children[k])
            for m in tree.below(k)
        }
        subject = tree.subject(n)
        mine = set(tree.below(subject)) if subject is not None else set()
        kept = [
            k
            for k in tree.below(n)
            if (k not in gone or k in since)
            and k not in mine
            and tree.tokens[k].dep not in ("cc", "intj")
        ]
        first = next(
            k for k in kept if tree.tokens[k].pos in ("AUX", "VERB") and k <= n
        )
        words = [
            self._finite(k) if k == first else self._others(k)
            for k in kept
            if k >= first
        ]
        told = tidy(words).replace("they was ", "they were ")
        return Said("person habit", told, f"The user {told}.", self._quote(n))

    def _finite(self, k: int) -> str:
        one = self._tree.tokens[k]
        if one.tag in ("VBD", "MD"):
            return one.text
        return "has been" if one.tag == "VBN" else third(self._tree.lemma(k))

    def _others(self, k: int) -> str:
        word = self._tree.folded(k)
        word = {"n't": "not", "'ve": "have"}.get(word, word)
        return OURS.get(word, self._tree.tokens[k].text)

    def _given(self, n: int) -> Iterator[Said]:
        """What was given up, left, or hurt for good, in the words that say so."""
        tree = self._tree
        what = tree.child(n, "dobj", "xcomp")
        key = " ".join([tree.lemma(n), *self._particle(n)])
        if what is None or key not in _LASTING or tree.tense(n) == "progressive":
            return
        if (key in _OF_ONES_OWN and not self._owned(what)) or (
            key == "stop" and tree.tokens[what].dep != "xcomp"
        ):
            return
        named = tree.written(tree.below(what, CLAUSES))
        if tree.folded(what) in ("it", "them"):
            named = self._meant_by(what)
        named = re.sub(r"\b(?:my|our)\b", "their", named)
        if not named or len(named.split()) > MOST:
            return
        when = next(
            (
                " " + tree.written(tree.below(k))
                for k in tree.children[n]
                if tree.tokens[k].dep == "prep"
                and any(tree.tokens[m].entity[2:] == "DATE" for m in tree.below(k))
            ),
            "",
        )
        told = f"{_LASTING[key]} {named}{when}"
        yield Said("person change", told, f"The user {told}.", self._quote(n))

    def _particle(self, n: int) -> Iterator[str]:
        found = self._tree.child(n, "prt")
        if found is not None:
            yield self._tree.folded(found)

    def _meant_by(self, n: int) -> str:
        """The noun before it in its sentence that "it" means, if any."""
        tree = self._tree
        for k in reversed([k for k in tree.sentence(n) if k < n]):
            one = tree.tokens[k]
            if one.dep == "dep" or one.entity[2:] in ("DATE", "TIME", "PERSON"):
                continue
            if one.tag in ("NN", "NNS") and one.dep not in ("npadvmod", "intj"):
                parts = [*(m for m in tree.children[k] if m < k), k]
                noun = [m for m in parts if tree.tokens[m].dep in ("compound", "amod")]
                return tree.written([*noun, k])
        return ""

    def _trait(self, n: int) -> Iterator[Said]:
        tree = self._tree
        what = tree.child(n, "attr", "acomp")
        if what is None:
            return
        value = tree.written(tree.below(what, CLAUSES))
        one = tree.tokens[what]
        if tree.folded(what) in _DIETS:
            yield from some(
                said_as("diet", tree.folded(what), "", self._quote(n), SURE)
            )
        elif (
            tree.folded(what) in _STATES
            or one.entity[2:] == "NORP"
            or (one.tag == "JJ" and self._is_able(what))
        ):
            yield from some(said_as("trait", value, "", self._quote(n), SURE))
        elif self._is_passing(n, tree.below(what, CLAUSES)):
            return
        elif one.dep == "attr" and one.tag == "NN":
            det = tree.child(what, "det")
            if det is None or tree.folded(det) not in ("a", "an", "the"):
                return
            employed = list(self._employed(what, self._quote(n)))
            if tree.folded(det) == "the" and not employed:
                return
            if employed or _JOB.fullmatch(tree.folded(what)):
                job = self._value(what, "job")
                yield from some(said_as("job", job, "", self._quote(n), SURE))
                yield from employed
            elif tree.lemma(what) not in _ABSTRACT and not _ABSTRACT_END.search(
                tree.lemma(what)
            ):
                yield from some(said_as("trait", value, "", self._quote(n), SURE))

    def _is_able(self, what: int) -> bool:
        """Good, bad or hopeless at something."""
        tree = self._tree
        at = tree.child(what, "prep")
        end = tree.child(at, "pobj", "pcomp") if at is not None else None
        if end is None or at is None or tree.folded(at) != "at":
            return False
        return tree.child(end, "det") is None and tree.tokens[end].tag[:2] in (
            "NN",
            "VB",
        )

    def _having(self, n: int, denied: bool) -> Iterator[Said]:
        tree = self._tree
        what = tree.child(n, "dobj")
        if what is None or self._is_passing(n, self._below(n)):
            return
        value = self._value(what, "has")
        kin = tree.lemma(what)
        if tree.tokens[what].tag[:2] != "NN" or len(value.split()) > MOST:
            return
        if kin in _ABSTRACT or (_ABSTRACT_END.search(kin) and kin not in KIN):
            return
        if denied:
            yield self._generic(n, True)
            return
        is_bare = tree.tokens[what].tag == "NN" and not tree.children[what]
        role = "health" if is_bare else "has"
        yield from some(said_as(role, value, "", self._quote(n), SURE))

    def _habit(self, n: int, denied: bool) -> Iterator[Said]:
        tree = self._tree
        below = self._below(n)
        told = [
            k
            for k in tree.children[n]
            if tree.tokens[k].dep in ("dobj", "prep", "npadvmod", "xcomp")
        ]
        can = tree.child(n, "aux")
        able = can is not None and tree.lemma(can) in ("can", "ca")
        if denied and able and tree.lemma(n) not in _DOING:
            return
        bare = denied and tree.tokens[n].tag == "VB" and tree.lemma(n) != "do"
        if not (told or bare) or len(below) > MOST + 4:
            return
        if self._is_passing(n, below, _LASTLY):
            return
        if (
            _PRONOUNS & {tree.folded(k) for k in below}
            or tree.child(n, "ccomp") is not None
            or self._is_likened(n, told)
        ):
            return
        yield self._generic(n, denied)

    def _is_likened(self, n: int, told: list[int]) -> bool:
        """An idiom or a sensation, of which no thing done is told: smells of, swells up
        like."""
        tree = self._tree
        return bool(told) and all(
            tree.tokens[k].dep == "prep" and tree.folded(k) in ("of", "like", "as")
            for k in told
        )
