"""Numbers as words with blanks between them, by the tables of the languages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kgmem.language.vocabulary import Language, languages

Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class NumberNames:
    """How a language spells numbers."""

    cardinals: Names
    """0 to 999; to 99 where the language has no word for hundreds."""
    ordinals: Names
    """1 to 99, or none."""
    pattern: str
    """Regular expression of a number in lower-case words, up to 999,999."""
    ordinal_pattern: str
    by_name: Mapping[str, int]
    by_ordinal: Mapping[str, int]
    joints: tuple[str, ...]
    """Words within a number that say nothing, such as "and"."""
    thousands: tuple[str, ...]

    def read(self, text: str) -> int | None:
        """The number in `twelve`, `Twenty-one`, `two thousand and five`."""
        words = _folded(text, self.joints)
        for thousand in self.thousands:
            head, said, tail = words.partition(f" {thousand}")
            if said:
                return self._in_thousands(head, tail.strip())
        return self.by_name.get(words)

    def _in_thousands(self, head: str, tail: str) -> int | None:
        low = self.by_name.get(tail) if tail else 0
        high = self.by_name.get(head)
        return None if not high or low is None else high * 1000 + low

    def read_ordinal(self, text: str) -> int | None:
        """The number in `third` or `Twenty-first`."""
        return self.by_ordinal.get(_folded(text, self.joints))


def number_names() -> Mapping[str, NumberNames]:
    """Of each language that has words for numbers, by its code."""
    return {
        each.code: _names_of(each)
        for each in languages()
        if each.spaced and each.words("numeral.small")
    }


def _names_of(language: Language) -> NumberNames:
    cardinals, ordinals = _cardinals(language), _ordinals(language)
    joints = language.words("numeral.joint")
    return NumberNames(
        cardinals,
        ordinals,
        _cardinal_pattern(language),
        _ordinal_pattern(language),
        {_folded(name, joints): n for n, name in cardinals.items()},
        {_folded(name, joints): n for n, name in ordinals.items()},
        joints,
        language.words("numeral.thousand"),
    )


def _folded(text: str, joints: tuple[str, ...]) -> str:
    folded = text.casefold().replace("-", " ")
    for joint in joints:
        folded = folded.replace(f" {joint} ", " ")
    return " ".join(folded.split())


def _ones(language: Language) -> tuple[str, ...]:
    """0 to 9, as they stand in compounds."""
    return language.words("numeral.one_of_compound") or _small(language)[:10]


def _small(language: Language) -> tuple[str, ...]:
    return language.words("numeral.small")


def _cardinals(language: Language) -> Names:
    tens, ones = language.words("numeral.tens"), _ones(language)
    names = dict(enumerate(_small(language)))
    names |= _up_to_99(language, tens, tens, ones)
    for hundred in language.words("numeral.hundred")[:1]:
        names |= {
            100 * n + rest: f"{ones[n]} {hundred}" + (f" {names[rest]}" if rest else "")
            for n in range(1, 10)
            for rest in range(100)
        }
    return names


def _ordinals(language: Language) -> Names:
    small = language.words("numeral.small_ordinal")
    alone = language.words("numeral.tens_ordinal")
    names = dict(enumerate(small))
    names |= _up_to_99(language, language.words("numeral.tens"), alone, small)
    names.pop(0, None)
    return names


def _up_to_99(
    language: Language,
    tens: tuple[str, ...],
    alone: tuple[str, ...],
    ones: tuple[str, ...],
) -> Names:
    """20 to 99; `alone` are the round ones."""
    names = {10 * n: name for n, name in enumerate(alone, start=2)}
    for n, ten in enumerate(tens, start=2):
        names |= {
            10 * n + digit: compound.format(tens=ten, ones=one)
            for compound in language.words("numeral.compound")
            for digit, one in list(enumerate(ones))[1:10]
        }
    return dict(sorted(names.items()))


def _cardinal_pattern(language: Language) -> str:
    ones = _ones(language)[1:10]
    small = sorted(_small(language), key=len, reverse=True)
    tens = language.words("numeral.tens")
    most = "|".join((*_compounds(language, ones), *tens, *small))
    joint = "".join(f"(?: {word})?" for word in language.words("numeral.joint"))
    for hundred in language.words("numeral.hundred"):
        most = rf"(?:{'|'.join(ones)}) {hundred}{joint}(?: (?:{most}))?|{most}"
    for thousand in language.words("numeral.thousand"):
        most = rf"(?:{most})(?: {thousand}(?:{joint} (?:{most}))?)?"
    return most


def _ordinal_pattern(language: Language) -> str:
    small = language.words("numeral.small_ordinal")[1:]
    alone = [*small, *language.words("numeral.tens_ordinal")]
    named = sorted(alone, key=len, reverse=True)
    return "|".join((*_compounds(language, small[:9]), *named))


def _compounds(language: Language, ones: tuple[str, ...]) -> tuple[str, ...]:
    """A regular expression for each way to say 21; none without words for ones."""
    tens = "|".join(language.words("numeral.tens"))
    parts = {"{tens}": f"(?:{tens})", "{ones}": f"(?:{'|'.join(ones)})", "-": "[ -]"}
    return tuple(
        re.sub(r"\{\w+\}|-", lambda part: parts[part[0]], compound)
        for compound in language.words("numeral.compound")
        if ones
    )
