"""A message -> what it says of who says it and of others."""

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field

from kgmem import ServiceError
from kgmem.people import language_of, tokens
from kgmem.ports import Embedder, Tagger
from kgmem_people.person import SPEAKER, SURE, Said, of_another, opening_of, said_as
from kgmem_people.reading.clause_tree_en import ClauseTree
from kgmem_people.saying.chinese import Chinese
from kgmem_people.saying.clause import Clause
from kgmem_people.saying.english import English
from kgmem_people.saying.own_words import ELSE, own_words
from kgmem_people.saying.sorts import Part, Weighed, fitted_sorts, holding
from kgmem_people.sentences import sentences

OWN_WORDS = 0.55
"""How likely to last is what is told in words of its own, at least: from there on .78
of the English and .81 of the Chinese clauses of writers left out (`fit_sorts`) are
right. What is of a kind has a form by which it is checked."""
LEAST = 2
"""Words of an order."""
_APART = re.compile(r"\bany (?:more|longer)\b", re.I)
"""What the tagger takes for a thing where it stands in two words."""


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
    over: tuple[Part, ...] = ()
    """In what parts it says that something held, or was to be done, until now."""
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
    """Weighs clauses and parts, if weights were fitted with it; without it only what is
    of a kind is told, and no order."""
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

    def _heard(self, text: str, told: bool) -> Heard:
        whole = text if told else own_words(text)
        said: list[Said] = []
        denied: list[Said] = []
        over: list[Part] = []
        lacking = None
        by_signs = Chinese(told)
        for language, own, part in _runs(whole, text):
            try:
                read = self._parts(language, own.replace(ELSE, " "), by_signs)
                weighed = [] if told else self._weighed(language, own)
            except ServiceError as error:
                lacking = str(error)
                continue
            sorts = fitted_sorts(language).parts(part, weighed)
            over += [one for one in sorts if one.sort in ("unorder", "end")]
            orders = [one.text for one in sorts if one.sort == "order"]
            said += filter(None, map(_order, orders))
            to_do = {o for one in sorts if one.sort != "end" for o in tokens(one.text)}
            for one in read:
                if isinstance(one, Said):
                    said.append(one)
                elif not _is_in(one, to_do):
                    denied += one.denied
                    said += _told(one, weighed)
        told_of = dict.fromkeys(map(of_another, said))
        return Heard(tuple(told_of), tuple(dict.fromkeys(denied)), tuple(over), lacking)

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
        text = _APART.sub(_joined, part)
        tree = ClauseTree(part, self.english.tag(text))
        return list(English(tree, by_signs.told).read())

    def _weighed(self, language: str, text: str) -> list[Weighed]:
        """Its parts; none where nothing was fitted with the embedder."""
        weights = fitted_sorts(language)
        embedder = self._weighing(weights.model)
        return weights.weighed(text, embedder) if embedder else []

    def _weighing(self, model: str) -> Embedder | None:
        """The embedder, if weights were fitted with it."""
        embedder = self.embedder() if self.embedder else None
        return embedder if embedder and embedder.model == model else None

    def near(self, over: Part, texts: Sequence[str]) -> int | None:
        """Which of the texts tells what is over; None if that is not plain."""
        weights = fitted_sorts(language_of(over.text))
        embedder = self._weighing(weights.model) if texts else None
        return weights.near(over, texts, embedder) if embedder else None


def _told(clause: Clause, parts: Sequence[Weighed]) -> tuple[Said, ...]:
    """What is told of a clause, by the parts that it stands in."""
    if clause.asserted == "no":
        return ()
    if not clause.typed and holding(clause.words, parts) >= OWN_WORDS:
        return (clause.own,)
    return clause.typed


def _order(text: str) -> Said | None:
    """What the assistant is told to do; one word says nothing."""
    if len(tokens(text)) < LEAST:
        return None
    polite = rf"{opening_of(language_of(text))}|(?:请|麻烦)[,，: ]*"
    asked = re.sub(rf"^(?:{polite})+", "", text, flags=re.I) or text
    asked = re.sub(r"^don['’]?t\b", "do not", asked[:1].lower() + asked[1:])
    return said_as("instruction", asked, "", text, SURE)


def _is_in(clause: Clause, words: Set[str]) -> bool:
    """Are most of its words among these?"""
    own = {*tokens(clause.words)}
    return len(own & words) > 0.6 * len(own)


def _runs(own: str, text: str) -> Iterator[tuple[str, str, str]]:
    """The languages of the lines that its writer says himself, and the lines without
    the marks of lists, in his own words and as they stand."""
    for line in re.finditer(
        r"^[^\S\n]*(?:(?:[-*•]|\d{1,2}[.)、])[^\S\n]+)?(.+)$", own, re.M
    ):
        if any(map(str.isalnum, line[1])):
            yield language_of(line[1]), line[1], text[slice(*line.span(1))]
