"""What the parse says of an English clause, as signs that a fitted model weighs."""

import re
from collections.abc import Iterator, Sequence

from kgmem_people.person import SPEAKER
from kgmem_people.reading.clause_tree_en import UNREAL, ClauseTree

_PARTS = (
    *("dobj", "attr", "acomp", "prep", "xcomp", "ccomp", "advcl", "npadvmod", "oprd"),
    *("prt", "nsubjpass", "agent", "dative", "neg", "advmod"),
)
_WORDS = {
    "pointing": "it this that these those one him her them",
    "you": "you your u yourself",
    "as a rule": "every always usually never often each twice daily weekly mostly"
    " mondays tuesdays wednesdays thursdays fridays saturdays sundays",
    "now": "just now today tonight yesterday tomorrow already again still right",
    "long": "year years decade month months age childhood school birth since",
}
_ENDINGS = {
    "object abstract": re.compile(r".*(?:tion|sion|ment|ness|ship|ance|ence|ity|ing)"),
    "object agent": re.compile(r".*(?:er|or|ist|ian|eer|man|woman)"),
    "object participle": re.compile(r".*(?:ed|ing)"),
}
_REQUEST = re.compile(
    r"\b(?:write|translate|proofread|draft|pretend|imagine|role.?play)\b", re.I
)
_NAMED = ("GPE", "ORG", "PERSON", "NORP", "FAC", "LOC")
_HOLDING = ("ccomp", "advcl", "relcl", "acl", "pcomp", "csubj", "parataxis")


def signs(
    tree: ClauseTree, n: int, about: str, roles: Sequence[str], own: Sequence[int]
) -> set[str]:
    """What is seen of a predicate, of its `own` words, and of whom it is about; `roles`
    are the kinds that it tells of."""
    found = {f"role {one}" for one in roles} | ({"typed"} if roles else set())
    found.update(_of_subject(tree, n, about))
    found.update(_of_verb(tree, n))
    found.update(_of_object(tree, n))
    found.update(_of_words(tree, own))
    found.update(_of_sentence(tree, n, own))
    found.update(_of_holders(tree, n))
    return found


def around(whole: str, at: int) -> Iterator[str]:
    """What is seen of the text that a clause begins `at`."""
    before, after = whole[:at], whole[at:]
    yield "later" if before.strip() else "first"
    if "?" in after:
        yield "question after"
    if _REQUEST.search(before):
        yield "request before"
    if '"' in whole or "“" in whole:
        yield "quotes"


def _of_subject(tree: ClauseTree, n: int, about: str) -> Iterator[str]:
    kin = "kin" if about.startswith("the user") else "name"
    yield f"about {'speaker' if about == SPEAKER else kin}"
    subject = tree.child(n, "nsubj", "nsubjpass")
    if subject is None:
        yield f"subject none {tree.tokens[n].dep}"
        return
    is_pronoun = tree.tokens[subject].pos == "PRON"
    yield f"subject {tree.folded(subject) if is_pronoun else 'noun'}"
    if any(k < subject for k in tree.all(n, "aux", "auxpass")):
        yield "inverted"


def _of_verb(tree: ClauseTree, n: int) -> Iterator[str]:
    verb, tense = tree.lemma(n), tree.tense(n)
    yield from (f"verb {verb}", f"verb {verb} {tense}", f"tense {tense}")
    yield from (f"asserted {tree.asserted(n)}", f"clause {tree.tokens[n].dep}")
    for k in tree.children[n]:
        one = tree.tokens[k]
        if one.tag == "MD":
            yield f"modal {tree.lemma(k)}"
        if one.dep in _PARTS:
            yield f"has {one.dep}"
        if one.dep == "xcomp":
            yield f"xcomp {one.tag}"
        if one.dep == "prep":
            yield from (f"prep {tree.folded(k)}", f"verb {verb} {tree.folded(k)}")
        if one.dep == "advcl":
            yield f"with {tree.folded(tree.below(k)[0])}"


def _of_object(tree: ClauseTree, n: int) -> Iterator[str]:
    what = tree.child(n, "dobj", "attr", "acomp", "oprd")
    if what is None:
        if tree.child(n, "prep", "xcomp", "ccomp") is None:
            yield "bare"
        return
    one, noun = tree.tokens[what], tree.lemma(what)
    yield from (f"object {one.tag}", f"object {noun}")
    yield f"verb {tree.lemma(n)} {one.dep} {one.tag}"
    yield f"object {one.entity[2:] or 'common'}"
    det = tree.child(what, "det", "poss", "nummod", "predet")
    if det is None:
        yield "det none"
    else:
        is_number = tree.tokens[det].dep == "nummod"
        yield f"det {'number' if is_number else tree.folded(det)}"
    if tree.child(what, "amod", "compound") is not None:
        yield "object told"
    for name, form in _ENDINGS.items():
        if form.fullmatch(one.text if name == "object participle" else noun):
            yield name


def _of_words(tree: ClauseTree, own: Sequence[int]) -> Iterator[str]:
    words = {tree.folded(k) for k in own}
    for name, some in _WORDS.items():
        if words & set(some.split(" ")):
            yield name
    tokens = [tree.tokens[k] for k in own]
    entities = {one.entity[2:] for one in tokens}
    seen = {
        "time": entities & {"DATE", "TIME"},
        "named": entities & set(_NAMED),
        "name word": any(one.tag == "NNP" for one in tokens),
        "number": any(one.pos == "NUM" for one in tokens),
        "wh": any(one.tag in ("WP", "WRB", "WDT", "WP$") for one in tokens),
        "alone": len(own) < 2,
    }
    yield from (name for name, is_seen in seen.items() if is_seen)
    yield f"length {min(len(own), 15) // 3}"


def _of_sentence(tree: ClauseTree, n: int, own: Sequence[int]) -> Iterator[str]:
    last = tree.sentence(n)[-1]
    end = tree.folded(last)
    yield f"ends {end if end in ('?', '!') else 'open'}"
    if "?" in end:
        yield f"asks {'last' if own[-1] >= last - 1 else 'before'}"


def _of_holders(tree: ClauseTree, n: int) -> Iterator[str]:
    """What the clauses make of it that it stands in."""
    at = n
    for _ in range(6):
        one = tree.tokens[at]
        for k in tree.all(at, "mark", "advmod"):
            if tree.folded(k) in UNREAL:
                yield f"under {tree.folded(k)}" if at == n else "within if"
        if one.head == at:
            return
        if one.dep == "ccomp":
            subject = tree.subject(one.head)
            own = subject is not None and tree.folded(subject) == "i"
            yield f"held {'own' if own else 'other'}"
            yield f"held by {tree.lemma(one.head)}"
            yield f"held {'before' if n < one.head else 'after'}"
        elif one.dep in _HOLDING:
            yield f"held {one.dep}"
        at = one.head
