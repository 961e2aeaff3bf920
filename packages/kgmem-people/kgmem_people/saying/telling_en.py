"""An English clause in its speaker's own words, as it is told of another."""

import re
from collections.abc import Sequence

from kgmem.people import word_set
from kgmem_people.reading.clause_tree_en import OPENING, ClauseTree

_OURS = {"my": "their", "our": "their", "i": "they", "me": "them", "we": "they",
         "us": "them", "mine": "theirs", "myself": "themselves", "am": "are",
         "'m": "are", "'ve": "have", "n't": "not", "nt": "not"}  # fmt: skip
_IRREGULAR = {"have": "has", "do": "does", "go": "goes", "be": "is", "m": "is",
              "ve": "has", "quit": "quit"}  # fmt: skip
_CLOSING = word_set("person.closing")
_BEHIND = ("since", "because")
"""What opens a clause that is told along with its head."""


def third(lemma: str) -> str:
    """The verb as it is said of another."""
    if lemma in _IRREGULAR:
        return _IRREGULAR[lemma]
    if re.search(r"(?:s|x|z|ch|sh)$", lemma):
        return f"{lemma}es"
    return f"{lemma[:-1]}ies" if re.search(r"[^aeiou]y$", lemma) else f"{lemma}s"


def told(tree: ClauseTree, n: int) -> str:
    """All that a predicate says of whom it is about, as it stands: "runs a shop", "has
    not eaten meat since May", "was born on Skye"."""
    kept = own_words(tree, n)
    subject = tree.child(n, "nsubj", "nsubjpass")
    verb = next((k for k in kept if tree.tokens[k].pos in ("AUX", "VERB")), n)
    start = verb if subject is None else min(subject, verb)
    rest = [k for k in kept if k >= start]
    words = [_finite(tree, k) if k == verb else _worded(tree, k) for k in rest]
    front = [k for k in kept if k < start and _is_told_in_front(tree, k, n)]
    return tidy([tidy(words), *(_lowered(tree, k) for k in front)])


def own_words(tree: ClauseTree, n: int) -> list[int]:
    """The tokens of a predicate's own clause, without its subject."""
    subject = tree.child(n, "nsubj", "nsubjpass")
    gone = set(tree.apart(n))
    for k in tree.all(n, "advcl"):
        first = tree.folded(tree.below(k)[0])
        if first in _BEHIND:
            gone -= set(tree.below(k))
    for k in tree.children[n]:
        one = tree.tokens[k]
        if one.dep in ("cc", "intj", "preconj", "mark") or k == subject:
            gone |= set(tree.below(k))
        elif (one.dep == "advmod" and tree.folded(k) in OPENING) or (
            k > n and tree.folded(k) in _CLOSING and not tree.children[k]
        ):
            gone.add(k)
    return [k for k in tree.below(n) if k not in gone]


def _is_told_in_front(tree: ClauseTree, k: int, n: int) -> bool:
    """Does it hang on the predicate, as a time or a place does?"""
    while tree.tokens[k].head not in (k, n):
        k = tree.tokens[k].head
    return tree.tokens[k].dep in ("prep", "npadvmod")


def _finite(tree: ClauseTree, k: int) -> str:
    one, lemma = tree.tokens[k], tree.lemma(k)
    if one.tag == "MD":
        return {"'ll": "will", "ca": "can", "wo": "will", "'d": "would"}.get(
            tree.folded(k), tree.folded(k)
        )
    if one.tag == "VBD":
        return {"were": "was", "'d": "had"}.get(tree.folded(k), tree.folded(k))
    if one.tag == "VBN":
        helps = one.dep in ("aux", "auxpass") or lemma == "be"
        return f"{'has' if helps else 'was'} {tree.folded(k)}"
    if one.tag == "VBG":
        return f"is {tree.folded(k)}"
    return third(lemma)


def _lowered(tree: ClauseTree, k: int) -> str:
    word = _worded(tree, k)
    return word if tree.tokens[k].pos == "PROPN" else word[:1].lower() + word[1:]


def _worded(tree: ClauseTree, k: int) -> str:
    word = tree.folded(k)
    return _OURS.get(word, tree.tokens[k].text)


def tidy(words: Sequence[str]) -> str:
    """The words as they are written."""
    text = " ".join(words)
    text = re.sub(r" (?=[,.;:!?'’)%-])|(?<=[-/(]) |(?<=\d) (?=/)", "", text)
    return text.replace("they was ", "they were ").strip(" ,;:-–—.!(")
