"""text -> what its writer asserts, clause by clause, and of whom.

Nothing is asserted by a question, under a condition, in quotation marks, or by what is
to be written, translated or played. A clause without a subject is about whom the one
before was about."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from kgmem.language.vocabulary import Language, languages
from kgmem.model.base import language_of

SPEAKER = "speaker"
"""Whom a text is about that names nobody."""
LONGEST = 20_000
"""Characters that are looked at."""
_CLAUSE = re.compile(
    r"[,;.!?](?=\s|$)|[，；。！？\n]|[,;.!?](?=[\u4e00-\u9fff])"
    r"| (?:and|but)(?= (?:i|my|he|she|they|his|her|the user)\b)",
    re.I,
)
_ASKED = re.compile(r"[?？]\s*$")
_SENTENCE = re.compile(
    r"[^.!?。！？\n]*(?:[.!?](?=\s|$)|[!?](?=[\u4e00-\u9fff])|[。！？\n]|$|\.(?=\S))+"
)
_QUOTED = re.compile(r'"[^"]*"|“[^”]*”|「[^」]*」|『[^』]*』|‘[^’]*’')
_NAMED = re.compile(r"[^\W\d_a-z][\w-]*(?: [^\W\d_a-z][\w-]*)?(?=['’]s | )")


@dataclass(frozen=True, slots=True)
class Clause:
    """What is asserted, as somebody says it of himself, and whom it is about."""

    text: str
    about: str | None = SPEAKER
    """Another than the speaker by his name; None: somebody who is not known."""
    quote: str = ""
    """As it was said."""


def pieces(text: str) -> list[str]:
    """The clauses of what was said, without questions."""
    told = [one for one in sentences(text) if not _ASKED.search(one)]
    return [clause for one in told for clause in split(one)]


def sentences(text: str) -> Iterator[str]:
    """The sentences, in their order, with the marks that end them."""
    for match in _SENTENCE.finditer(text[:LONGEST]):
        if one := match[0].strip():
            yield one


def split(sentence: str) -> list[str]:
    """The clauses of a sentence."""
    return [one for part in _CLAUSE.split(sentence) if (one := part.strip())]


class Subjects:
    """Whom clauses are about, one after the other."""

    def __init__(self) -> None:
        self._now: str | None = SPEAKER
        self._named: str | None = None
        """Whom a pronoun means."""

    def of(self, clause: str) -> list[Clause]:
        """The clause under each subject that it may have, the likeliest first."""
        words = _subjects(language_of(clause))
        begun = clause[words.opening.match(clause).end() :]  # type: ignore[union-attr]
        if match := words.kin.match(begun):
            who = words.kin_name.format(kin=match["kin"].casefold())
            mine = Clause(clause, SPEAKER, clause)  # My wife is Carla
            return [mine, self._of_another(who, begun[match.end() :], words, clause)]
        if words.own.match(begun):
            self._now = SPEAKER
            return [Clause(clause, SPEAKER, clause)]
        if match := words.pronoun.match(begun):
            rest = begun[match.end() :]
            return [self._of_another(self._named, rest, words, clause)]
        here = [Clause(clause, self._now, clause)]
        if words.spaced and (match := _NAMED.match(begun)):  # or Always window seats
            rest = begun[match.end() :]
            here.append(self._of_another(match[0], rest, words, clause))
        return here

    def go_on(self, read: Clause) -> None:
        """The next clause, if it lacks its subject, is about whom this one was."""
        self._now = read.about

    def call(self, name: str) -> None:
        """The one whom it is about is called so."""
        self._now = self._named = name

    def _of_another(
        self, who: str | None, rest: str, words: "_Subject", quote: str
    ) -> Clause:
        self._now, self._named = who, who or self._named
        owned = words.owned.match(rest)
        me = words.mine + rest[owned.end() :] if owned else words.me + rest
        return Clause(me, who, quote)


def told_apart(about: str, speaker: str) -> str:
    """Whom a clause is about, as nobody else calls him: each has a wife of his own."""
    for language in languages():
        [kin_name] = language.words("person.kin_name")
        [called] = language.words("person.speaker")
        begun, _, _ = kin_name.partition("{kin}")
        if about.startswith(begun):
            return speaker + about[len(called) :]
    return about


def is_asserted(sentence: str) -> bool:
    """Is it neither a question nor under a condition?"""
    words = _subjects(language_of(sentence))
    return not _ASKED.search(sentence) and not any(
        words.unreal.match(words.opening.sub("", one)) for one in split(sentence)
    )


def asks_for_text(sentence: str) -> bool:
    """Is something to be written, translated or played? What follows is not the
    writer's own."""
    words = _subjects(language_of(sentence))
    return bool(words.made.match(words.opening.sub("", sentence)))


def without_quotations(sentence: str) -> str:
    """The sentence with nothing but marks where it quotes."""
    return _QUOTED.sub("“”", sentence)


@dataclass(frozen=True, slots=True)
class _Subject:
    """How a language tells whom a clause is about."""

    spaced: bool
    opening: re.Pattern[str]
    own: re.Pattern[str]
    kin: re.Pattern[str]
    kin_name: str
    pronoun: re.Pattern[str]
    unreal: re.Pattern[str]
    made: re.Pattern[str]
    me: str
    mine: str
    owned: re.Pattern[str]


@cache
def _subjects(code: str) -> _Subject:
    language = next(one for one in languages() if one.code == code)
    end = r"(?![\w])" if language.spaced else ""
    gap = r"\s+" if language.spaced else ""

    def begins(role: str) -> re.Pattern[str]:
        return re.compile(f"{any_of(language, role)}{end}", re.I)

    [me], [mine] = language.words("person.me"), language.words("person.mine")
    kin = f"{any_of(language, 'own')}{gap}(?P<kin>{any_of(language, 'kin')}){end}"
    return _Subject(
        spaced=language.spaced,
        opening=re.compile(
            rf"(?:{any_of(language, 'opening')}{end}[:：,，]?\s*)*", re.I
        ),
        own=re.compile(
            rf"(?:{any_of(language, 'self')}|{any_of(language, 'own')}){end}", re.I
        ),
        kin=re.compile(kin, re.I),
        kin_name=language.words("person.kin_name")[0],
        pronoun=begins("others"),
        unreal=begins("unreal"),
        made=begins("made"),
        me=me,
        mine=mine,
        owned=re.compile(any_of(language, "owned")),
    )


def any_of(language: Language, role: str) -> str:
    """A pattern of any of the words that a language has for a role."""
    words = sorted(language.words(f"person.{role}"), key=len, reverse=True)
    return f"(?:{'|'.join(words)})"
