"""Elements in the words of a sentence: "the Search button", "第3个元素", "(10, 20)"."""

import re

from kgmem.language.numerals import HAN_UP_TO_10
from kgmem.language.vocabulary import either, meanings
from kgmem.learn.histories.page import element_from
from kgmem.model.trajectory import Box, Element

_ROLES = meanings("element_role")
"""Words that say what an element is. Those that may be a part of its name, such as
"box", "icon" and "框", are none."""
_ROLE_WORDS = sorted(_ROLES, key=len, reverse=True)
_QUOTED = re.compile(r"\"([^\"]+)\"|“([^”]+)”|「([^」]+)」|『([^』]+)』|《([^》]+)》|"
                     r"(?<!\w)'([^']+)'(?!\w)|‘([^’]+)’")  # fmt: skip
_THE = rf"(?:(?:{either('article.definite')}) )?"
_NUMBERED = re.compile(
    rf"{_THE}(?:{either('pointing.numbered', spaced=True)})\s*"
    rf"(?:(?:{either('pointing.with')}) )?(?:{either('pointing.number')}|#)?"
    r"\s*[\[(#]?\s*(\d{1,6})\s*[\])]?|\[\s*(\d{1,6})\s*\]|"
    rf"(?:{either('pointing.numbered', spaced=False)})\s*"
    rf"(?:{either('pointing.is')}|：|:)?\s*"
    rf"[\[【(（]?(\d{{1,6}})[\]】)）]?(?:{either('pointing.number_end')})?|"
    rf"(\d{{1,6}})\s*(?:{either('pointing.behind_number')})(?:{either('pointing.kind')})?",
    re.I,
)
_POINT = re.compile(
    rf"(?:{_THE}(?:{either('pointing.point', spaced=True)})"
    rf"|{either('pointing.point', spaced=False)})?\s*(?:(?:{either('pointing.at')}) )?"
    r"[(\[（]?\s*(\d{1,5}(?:\.\d{1,6})?)\s*[,，]\s*(\d{1,5}(?:\.\d{1,6})?)\s*[)\]）]?",
    re.I,
)
_UNNAMED = re.compile(
    rf"{either('pointing.word')}|"
    rf"(?:(?:{either('pointing.determiner')}) )?(?:(?:{either('pointing.which')}|"
    rf"\d{{1,3}}(?:{either('ordinal.suffix')})) )?"
    rf"(?<= )(?:{either('pointing.noun', spaced=True)})|"
    rf"(?:{either('ordinal.before', spaced=False)})[{HAN_UP_TO_10}\d]{{1,3}}"
    rf"(?:{either('pointing.measure')})(?:{either('pointing.noun', spaced=False)})?",
    re.I,
)
"""Words that point at an element and are not what it is called."""
_OF = re.compile(rf"(?:{either('pointing.of')})\Z")
_ANY_ARTICLE = either("article.definite", "article.indefinite")
_ARTICLE = re.compile(rf"^(?:{_ANY_ARTICLE})\s+|^(?:{_ANY_ARTICLE})$", re.I)


def element_in_words(words: str) -> Element | None:
    """The element that the words of a sentence mean: its number, its place, or its name
    with the role that they tell. None where they only point, as "it" does."""
    text = words.strip().rstrip("。.").strip()
    if not text or _UNNAMED.fullmatch(text):
        return None
    if match := _NUMBERED.fullmatch(text):
        return Element(element_id=next(number for number in match.groups() if number))
    if match := _POINT.fullmatch(text):
        x, y = float(match[1]), float(match[2])
        return Element(box=Box(x=x, y=y, width=0, height=0))
    return _named(text)


def _named(text: str) -> Element | None:
    quoted = [next(filter(None, one)) for one in _QUOTED.findall(text)]
    role = _role_of(text)
    if len(quoted) == 1:
        return Element(name=quoted[0].strip(), role=role)
    if role is None or quoted:
        return element_from(text)
    word = next(one for one in _ROLE_WORDS if text.casefold().endswith(one))
    name = _OF.sub("", text[: -len(word)].strip()).strip()
    bare = _ARTICLE.sub("", name)
    return Element(name=bare or None, role=role)


def _role_of(text: str) -> str | None:
    """The role that stands at the end of the words, or right beside a quoted name."""
    outside = _QUOTED.sub(" ", text).casefold().strip()
    for word in _ROLE_WORDS:
        start = outside.removesuffix(word)
        if start != outside and (not word.isascii() or not start[-1:].isalnum()):
            return _ROLES[word]
    return None
