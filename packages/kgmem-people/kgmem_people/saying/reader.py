"""A message -> what it says of who says it and of others."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from kgmem import ServiceError
from kgmem.people import language_of
from kgmem.ports import Embedder, Tagger
from kgmem_people.person import SPEAKER, Said, of_another
from kgmem_people.reading.clause_tree_en import ClauseTree
from kgmem_people.saying.chinese import Chinese
from kgmem_people.saying.clause import Clause
from kgmem_people.saying.english import English, is_standing, order
from kgmem_people.saying.own_words import own_words
from kgmem_people.saying.weighing import fitted
from kgmem_people.sentences import sentences

_APART = re.compile(r"\bany (?:more|longer)\b", re.I)
"""What the tagger takes for a thing where it stands in two words."""

_POLITELY = "Please "
"""What makes an order of "Answer briefly.", which the tagger takes for a noun."""


def _joined(match: re.Match[str]) -> str:
    return "anymore".ljust(len(match[0]))


@dataclass(frozen=True, slots=True)
class Heard:
    """What a text says."""

    said: tuple[Said, ...] = ()
    """Of who says it, and of others, each as it is told of them."""
    denied: tuple[Said, ...] = ()
    """What is not so or no longer, as it would be said if it were. An empty value:
    whatever it was."""
    lacking: str | None = None
    """What could not be read, and why."""

    @property
    def of_self(self) -> list[Said]:
        """What is so of who says it."""
        return [one for one in self.said if one.about == SPEAKER]


@dataclass(frozen=True, slots=True)
class ReadPerson:
    """Reads what people say by the parts of speech of their words."""

    english: Tagger
    chinese: Tagger
    embedder: Callable[[], Embedder] | None = None
    """Weighs clauses, if weights were fitted with it; without it only what is of a kind
    is told."""
    _read: dict[tuple[str, bool], Heard] = field(default_factory=dict)

    def __call__(self, text: str, *, told: bool = False) -> Heard:
        """What the text says, of its writer or, `told`, of the person it describes."""
        key = text, told
        heard = self._read.get(key)
        if heard is None:
            heard = self._heard(text, told)
            if len(self._read) > 500:
                self._read.clear()
            if heard.lacking is None:  # what lacks may be there the next time
                self._read[key] = heard
        return heard

    def clauses(self, text: str) -> list[tuple[str, Clause]]:
        """What its clauses may tell, with their languages."""
        return [
            (language, one)
            for language, part in _runs(own_words(text))
            for one in self._parts(language, part, Chinese())
            if isinstance(one, Clause)
        ]

    def _heard(self, text: str, told: bool) -> Heard:
        whole = text if told else own_words(text)
        said: list[Said] = []
        denied: list[Said] = []
        lacking = None
        by_signs = Chinese(told)
        for language, part in _runs(whole):
            try:
                parts = self._parts(language, part, by_signs)
                holds = self._holding(language, parts, told)
            except ServiceError as error:
                lacking = str(error)
                continue
            for one in parts:
                if isinstance(one, Said):
                    said.append(one)
                    continue
                denied += one.denied
                if one in holds:
                    said += one.typed if told else one.tells
        told_of = dict.fromkeys(map(of_another, said))
        return Heard(tuple(told_of), tuple(dict.fromkeys(denied)), lacking)

    def _parts(
        self, language: str, part: str, by_signs: Chinese
    ) -> list[Said | Clause]:
        """What stands beside clauses, and the clauses themselves."""
        if language == "zh":
            return [
                found
                for one in sentences(part)
                for found in by_signs.read(one, self.chinese.tag)
            ]
        tree = self._tree(part)
        found = list(English(tree, by_signs.told).read())
        for _, group in groupby(tree.tokens, key=lambda one: one.sentence):
            words = list(group)
            roots = {one.pos for one in words if one.dep == "ROOT"}
            if roots.isdisjoint(("VERB", "AUX")) and not by_signs.told:
                found += self._orders(part[words[0].start : words[-1].end])
        return found

    def _orders(self, text: str) -> list[Clause]:
        """What a sentence without a verb tells the assistant to do."""
        tree = self._tree(f"{_POLITELY}{text[:1].lower()}{text[1:]}")
        read = [one for one in English(tree).read() if isinstance(one, Clause)]
        orders = [one for one in read if one.is_order]
        whole = order(text, text) if not orders and is_standing(text) else None
        return [whole] if whole else orders

    def _tree(self, text: str) -> ClauseTree:
        return ClauseTree(text, self.english.tag(_APART.sub(_joined, text)))

    def _holding(
        self, language: str, parts: Iterable[Said | Clause], told: bool
    ) -> set[Clause]:
        """Which of the clauses are to be told."""
        clauses = [one for one in parts if isinstance(one, Clause) and one.holds]
        if told:
            return set(clauses)
        typed = {one for one in clauses if one.typed}
        return typed | self._weighed(language, [o for o in clauses if not o.typed])

    def _weighed(self, language: str, clauses: Sequence[Clause]) -> set[Clause]:
        """Those of what is of no kind that are told; only these need a vector."""
        weights = fitted(language)
        embedder = self.embedder() if self.embedder and clauses else None
        if embedder is None or embedder.model != weights.model:
            return set()
        vectors = embedder.embed([one.text for one in clauses])
        told = weights.told(clauses, vectors)
        return {one for one, holds in zip(clauses, told, strict=True) if holds}


def _runs(text: str) -> list[tuple[str, str]]:
    """Its lines with their languages, without the marks of lists."""
    lines = (
        re.sub(r"^\s*(?:[-*•]|\d{1,2}[.)、])\s+", "", one) for one in text.split("\n")
    )
    return [(language_of(one), one) for one in lines if any(map(str.isalnum, one))]
