"""English phrases: what hangs on a verb, and how it is told of another."""

import re
from collections.abc import Iterator
from functools import cache

from kgmem.people import words_in
from kgmem_people.person import KINDS
from kgmem_people.reading.clause_tree_en import ClauseTree

CLAUSES = frozenset(("relcl", "advcl", "parataxis", "acl", "ccomp", "discourse"))
PLACED = frozenset(("home", "employer", "origin", "study", "job", "speaks"))
_BESIDE = frozenset(("with", "for", "since", "at", "as", "after", "because", "until"))
SPLIT = frozenset(("like", "dislike", "allergy", "speaks"))


class Phrases:
    """The phrases of a text."""

    def __init__(self, tree: ClauseTree, told: bool = False) -> None:
        self._tree, self._told = tree, told

    def _owned(self, n: int) -> bool:
        """Is it the speaker's?"""
        owner = self._tree.child(n, "poss")
        told = ("user", "his", "her", "their") if self._told else ()
        return owner is not None and self._tree.folded(owner) in ("my", "our", *told)

    def _named_so(self, n: int) -> str:
        """A noun in its first form, another word as it stands."""
        noun = self._tree.tokens[n].tag[:2] == "NN"
        return self._tree.lemma(n) if noun else self._tree.folded(n)

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

    def _object(self, preposition: int) -> int | None:
        """What hangs on a preposition; a rare name behind it may be taken for an
        adverb."""
        tree, n = self._tree, preposition + 1
        found = tree.child(preposition, "pobj", "pcomp")
        if found is not None or n == len(tree.tokens):
            return found
        one, head = tree.tokens[n], tree.tokens[preposition].head
        return n if one.head == head and one.text[:1].isupper() else None

    def _value(self, head: int, role: str) -> str:
        """The noun with what belongs to it, without clauses and what stands beside."""
        tree = self._tree
        split = frozenset(("cc", "conj", "preconj")) if role in SPLIT else frozenset()
        gone = {
            b
            for k in tree.below(head)
            if tree.folded(k) in _BESIDE and tree.tokens[k].dep == "prep"
            for b in tree.below(k)
        }
        kept = [k for k in tree.below(head, CLAUSES | split) if k not in gone]
        told = tree.written(kept).strip(" ,;:.!-–").removeprefix("to ")
        return re.sub(r"\b(?:my|our)\b", "their", told)

    def _parts(self, head: int) -> list[int]:
        others = self._tree.beside(head)[1:]
        tags = {k: self._tree.tokens[k].tag for k in others}
        named = [k for k in others if tags[k][:2] in ("NN", "VB") and tags[k] != "VBP"]
        return [head, *named]

    def _quote(self, n: int) -> str:
        return self._tree.written(self._tree.sentence(n))


def roles_of(tree: ClauseTree, n: int) -> list[str]:
    """What is told by "my … is": the kinds that have the noun."""
    return [
        role
        for role in KINDS
        if f"my {tree.folded(n)}" in words_in(f"person.{role}.says", "en")
    ]


@cache
def table() -> dict[str, list[tuple[str, bool]]]:
    """By verb and preposition: what it says, and is it a change, which is so once it is
    done?"""
    became = re.compile("|".join(words_in("person.became", "en")))
    found: dict[str, list[tuple[str, bool]]] = {}
    for role in KINDS:
        for key in words_in(f"person.{role}.says", "en"):
            found.setdefault(key, []).append((role, bool(became.fullmatch(key))))
    return found
