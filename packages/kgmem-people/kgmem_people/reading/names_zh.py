"""Names in Chinese, by jieba's parts of speech and by how foreign names are written."""

import re
from collections.abc import Iterator, Sequence

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
    return [*_tagged(text, tokens), *_dotted(text, *span), *_latin(text, *span)]


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
        close = match.start() + len(head) + 1 + len(last)
        yield mention_at(text, match.start() + lead, close, "person")


def _latin(text: str, start: int, end: int) -> Iterator[Mention]:
    """Latin words with a capital."""
    for match in _LATIN.finditer(text, start, end):
        first, close = match.start(), match.start() + len(match[0].rstrip(".-_&"))
        if has_capital(text[first:close]):
            yield mention_at(text, first, close)
