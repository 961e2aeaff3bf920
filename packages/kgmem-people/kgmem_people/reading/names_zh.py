"""Names in Chinese, by jieba's parts of speech and by how foreign names are written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from kgmem.people import HAN, SURNAMES, Mention, chinese_words, written
from kgmem.ports import Token
from kgmem_people.reading.names import has_capital, mention_at

_HAN_KINDS = {
    "nr": "person",
    "nrt": None,  # transliterated: people, but companies and cars too
    "nrfg": "person",
    "ns": "place",
    "nt": "organization",
    "nz": None,
}
_ORGANIZATIONS = written("name.organization_end", spaced=False)
"""What names of organizations end with."""
_BEFORE_SUFFIX = ("t",)
"""Parts of speech that are a name only with such an ending: 春秋航空."""
_PLACES = written("name.place_end", spaced=False)
"""What names of places end with."""
_ROLES = written("statement.role_end", spaced=False)
"""Characters that nouns of offices end with: 经理, 负责人."""
_TAKES_OFFICE = "任"
_AFTER_PERSON = "自从于在"
"""Prepositions that jieba takes for the end of a name."""
_NO_OFFICE = ("是", "为", "的", "和")
"""Words with which a sentence says more than an office."""
_LATIN = re.compile(
    r"(?<![A-Za-z0-9@./_-])[A-Za-z][A-Za-z0-9.+#&_-]{0,39}"
    r"(?: [A-Z0-9][A-Za-z0-9.+#-]{0,39})*"
)


def chinese_names(text: str, tokens: Sequence[Token]) -> list[Mention]:
    """Names by parts of speech, transliterated names with a dot, and Latin names;
    overlapping ones too."""
    if not tokens:
        return []
    span = tokens[0].start, tokens[-1].end
    return [*_tagged(text, tokens), *_dotted(text, *span), *_latin(text, *span, tokens)]


def persons_apart(tokens: Sequence[Token]) -> list[Token]:
    """Tokens with names of people cut off from the word after them: 张三 from 自 before
    a year, and from 任 before an office. jieba takes 张三自 for a name, and 三任 for an
    amount."""
    mended: list[Token] = []
    for n, token in enumerate(tokens):
        name = mended[-1] if mended else None
        stem = token.text[:-1]
        if token.pos == "nr" and len(stem) > 1 and _is_cut_off(tokens, n):
            mended += _cut(token, token.start, stem)
        elif (
            name is not None
            and token.pos == "m"
            and token.text.endswith(_TAKES_OFFICE)
            and len(stem) in (1, 2)
            and name.text in SURNAMES
            and name.end == token.start
            and _leads_to_office(tokens, n)
        ):
            mended[-1:] = _cut(token, name.start, name.text + stem)
        else:
            mended.append(token)
    return mended


def _is_cut_off(tokens: Sequence[Token], n: int) -> bool:
    """Does a word that is no part of it close a name?"""
    last = tokens[n].text[-1]
    after = tokens[n + 1 : n + 2]
    if last in _AFTER_PERSON:
        return bool(after) and after[0].pos in ("m", "t")
    return last in _TAKES_OFFICE and _leads_to_office(tokens, n)


def _leads_to_office(tokens: Sequence[Token], n: int) -> bool:
    """Do words without a verb "to be" follow up to an office, before the next mark?"""
    rest = list(takewhile(lambda token: token.pos != "x", tokens[n + 1 :]))
    return (
        len(rest) > 1
        and rest[-1].text.endswith(_ROLES)
        and all(token.text not in _NO_OFFICE for token in rest[:-2])
    )


def _cut(token: Token, start: int, name: str) -> list[Token]:
    """The name, and the last character of the token."""
    at = token.end - 1
    return [
        replace(token, text=name, start=start, end=at, pos="nr"),
        replace(
            token,
            text=token.text[-1],
            start=at,
            pos="v" if token.text[-1] in _TAKES_OFFICE else "p",
        ),
    ]


def _tagged(text: str, tokens: Sequence[Token]) -> Iterator[Mention]:
    for n, token in enumerate(tokens):
        if token.pos not in (*_HAN_KINDS, *_BEFORE_SUFFIX):
            continue
        last = _last_of_name(tokens, n)
        if last == n and not _is_tagged_name(token):
            continue
        start, end = token.start, tokens[last].end
        yield mention_at(text, start, end, _han_kind(text[start:end], token.pos))


def _is_tagged_name(token: Token) -> bool:
    """jieba tags many rare words as people: a person has a family name, or is
    transliterated."""
    if token.pos in _BEFORE_SUFFIX:
        return False
    if token.pos == "nr":
        return 2 <= len(token.text) <= 4 and token.text[0] in SURNAMES
    return len(token.text) > 1


def _last_of_name(tokens: Sequence[Token], n: int) -> int:
    """The token that closes the name which begins at `n`: 北京 + 图书馆 is one."""
    last = n
    for at in range(n + 1, min(n + 5, len(tokens))):
        token = tokens[at]
        if token.start != tokens[at - 1].end or not _may_join(token):
            break
        if _is_suffix(token.text) or (
            token.pos in ("ns", "nt") and tokens[n].pos == "ns" and at == last + 1
        ):
            last = at
    return last


def _may_join(token: Token) -> bool:
    return token.pos in ("n", "nz", "ns", "nt", "nr", "j", "vn", "an", "b")


def _is_suffix(word: str) -> bool:
    return word.endswith(_ORGANIZATIONS) or word in _PLACES


def _han_kind(name: str, pos: str) -> str | None:
    if name.endswith(_ORGANIZATIONS):
        return "organization"
    if pos != "nr" and name.endswith(_PLACES):
        return "place"
    return _HAN_KINDS.get(pos)


_AFTER_NAME = "于在是的和与及为由被从向对把将了"
"""Characters after a name that jieba may take for its last one."""
_OUTSIDE = "由被和与及以、跟同"
_PART = rf"(?:(?![{_OUTSIDE}])[{HAN}]){{1,8}}"
_DOTTED = re.compile(rf"{_PART}(?:[·•・‧]{_PART}){{1,4}}")


def _dotted(text: str, start: int, end: int) -> Iterator[Mention]:
    """史蒂夫·乔布斯, cut where jieba ends the last part's word."""
    for match in _DOTTED.finditer(text, start, end):
        head, _, tail = match[0].rpartition("·")
        if not head:
            continue
        first = re.split(r"[·•・‧]", match[0], maxsplit=1)[0]
        lead = len(first) - len(chinese_words(first)[-1])
        last = chinese_words(tail)[0]
        last = last.rstrip(_AFTER_NAME) or last
        close = match.start() + len(head) + 1 + len(last)
        yield mention_at(text, match.start() + lead, close, "person")


def _latin(
    text: str, start: int, end: int, tokens: Sequence[Token]
) -> Iterator[Mention]:
    """Latin words with a capital; with a Chinese name right before them as one."""
    names = {
        token.end: token.start for token in tokens if token.pos in ("nz", "nr", "nt")
    }
    for match in _LATIN.finditer(text, start, end):
        first, close = match.start(), match.start() + len(match[0].rstrip(".-_&"))
        if has_capital(text[first:close]):
            yield mention_at(text, first, close)
            if first in names:
                yield mention_at(text, names[first], close, "product")
