"""Secrets that the words around them give away."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from kgmem.language.vocabulary import either, words
from kgmem.redact.finding import PHRASE, Sensitive
from kgmem.redact.rules.before import value_before
from kgmem.redact.rules.names import (
    ANY_NAME,
    CODES,
    kind_of_field,
    kind_of_name,
    stands_alone,
)
from kgmem.redact.rules.numbers import counts_things
from kgmem.redact.rules.plausible import (
    field_secret,
    harmless,
    secret_looking,
    token_looking,
)

_TAIL = re.compile(
    rf"(?:{either('redact.phrase.number')})?"
    rf"(?:[\"'”’」』】]{{1,2}}\s?(?:{either('redact.phrase.field')})"
    rf"(?:{either('redact.phrase.within')})?)?"
    rf"(?:[ _\-]{{0,2}}(?:{either('redact.phrase.tail')}|#)){{0,3}}"
)
_LINK = re.compile(
    r"(?P<eq>(?:[a-z0-9_\-]{0,32}[\"'\]\)*_`]{0,4})\s{0,4}(?::=|=>|->|→|=|:|：|＝)"
    r"(?:\s{0,2}(?:str|string)\s{0,2}=|\s{0,2}(?:type|fill|input)\s{0,2}:)?\s{0,4}[*_]{0,2}\s{0,2})"
    rf"|(?P<zh>\s{{0,2}}(?:{either('redact.phrase.link', spaced=False)})"
    rf"(?:{either('redact.phrase.link_end')})?\s{{0,2}}[:：]?\s{{0,2}})"
    rf"|(?P<verb>(?:['’]s|\s{{1,3}}(?:{either('redact.phrase.link', spaced=True)}))"
    rf"(?: (?:{either('redact.phrase.still')})){{0,2}}:?\s{{1,3}})"
    rf"|(?P<to>\s{{1,3}}(?:{either('redact.phrase.to')})\s{{1,3}})"
    r"|(?P<adj>\s{0,3}[,(（]?\s{0,3})"
)
_QUOTED = re.compile(
    r"\"([^\"\n]{1,200})\"|'([^'\n]{1,200})'|“([^”\n]{1,200})”|‘([^’\n]{1,200})’"
    r"|「([^」\n]{1,200})」|『([^』\n]{1,200})』|`([^`\n]{1,200})`|【([^】\n]{1,200})】"
)
_BARE = re.compile(
    r"(?:[^\s\u3000-\u303f\u4e00-\u9fff\uff00-\uffef\"'“”‘’<>]|'(?=[A-Za-z0-9])){1,512}"
)
_TO = re.compile(rf"\s{{1,3}}(?:{either('redact.phrase.changed_to')})\s{{1,3}}")
_ENDS_PHRASE = re.compile(
    r"\s{0,3}(?:\Z|[\n.,;:!?)\]}&，。；！？、）\"'”’]|"
    rf"(?:{either('redact.phrase.end')})(?![a-z]))"
)
_NUMBERS = {
    "otp": r"(?:[a-z]{1,2}-)?[0-9]{4,10}(?![0-9a-z]|[.\-][0-9a-z])"
    r"|[0-9]{3}[ \-][0-9]{3,4}(?![0-9])"
    r"|(?=[a-z]{0,7}[0-9])[a-z0-9]{4,10}(?![a-z0-9])",
    "cvv": r"[0-9]{3,4}(?![0-9])",
    "expiry": r"(?:0?[1-9]|1[0-2])\s?[/\-]\s?(?:20)?[0-9]{2}(?![0-9/])",
    "card": r"[0-9](?:[ \-+.]?[0-9]){11,18}(?![0-9])",
    "bank_account": r"[a-z]{2}[0-9]{2}(?: ?[a-z0-9]{4}){2,7}(?: ?[a-z0-9]{1,3})?"
    r"(?![a-z0-9])|[0-9](?:[ \-]?[0-9]){5,29}(?![0-9])",
    "id_card": r"[a-z]{0,2}[ \-]?[0-9](?:[ \-]?[0-9]){4,17}x?(?:[(（][0-9a][)）])?"
    r"(?![0-9a-z])",
    "passport": r"[a-z]{0,3}[ \-]?[0-9]{6,9}[a-z]?[0-9]{0,2}(?![a-z0-9])",
    "ssn": r"[0-9]{3}[ \-]?[0-9]{2}[ \-]?[0-9]{4}(?![0-9])",
    "tax": r"(?:[a-z]{1,3}[ \-]?)?[0-9][a-z0-9]{0,2}[ \-.]?[0-9a-z]{4,9}"
    r"[0-9a-z\-.]{0,12}(?<![.\-])(?![a-z0-9])",
    "phone": r"(?:\+|\()?[0-9](?:[ \-.()+]{0,2}[0-9]){6,16}(?![0-9])",
}  # fmt: skip
_VALUES = {kind: re.compile(pattern) for kind, pattern in _NUMBERS.items()}
"""On the text in lower case."""
_DIGITS_END = r"(?![0-9a-z]|[.\-/:][0-9])"
_GLUED = {
    **dict.fromkeys(
        ("pin", "otp", "2fa", "totp"), re.compile(rf"[0-9]{{4,8}}{_DIGITS_END}")
    ),
    **dict.fromkeys(("cvv", "cvc"), re.compile(rf"[0-9]{{3,4}}{_DIGITS_END}")),
    "ssn": re.compile(rf"[0-9]{{9}}{_DIGITS_END}"),
}
_OPENING = re.compile(r"[\"'“‘「『(（\[【`]{0,2}")
_LOOSE_CODE = re.compile(
    rf"[^0-9\n.;。；]{{0,48}}?(?:{either('redact.phrase.is')}|:|：|=)\s{{0,3}}[\"'“【]?"
    r"((?:[a-z]-)?[0-9]{4,8})(?![0-9a-z.\-/:]|[.\-/:][0-9])"
)
_DIGIT = re.compile(r"[0-9]")
_CODE_AFTER_LINK = re.compile(r"(?:[a-z]{1,2}-)?[0-9]{4,8}(?![0-9a-z/:]|[.\-][0-9a-z])")
_OTHER_CODE = re.compile(rf"(?:{either('redact.phrase.other_code')})[ _-]?\Z")
_CODE_CONTEXT = re.compile(
    rf"(?<![a-z])(?:{either('redact.phrase.code_context', spaced=True)})"
    rf"|{either('redact.phrase.code_context', spaced=False)}"
)
_DETERMINED = re.compile(
    rf"(?:\b(?:{either('redact.phrase.determiner')})|[\u4e00-\u9fff])\s?\Z"
)
_AND = either("redact.phrase.and", spaced=True)
_AND_ZH = either("redact.phrase.and", spaced=False)
_PAIR_LEAD = re.compile(
    rf"(?:{either('redact.phrase.account')})"
    rf"\s{{0,2}}(?:/|{_AND}|&|{_AND_ZH}|、|\+|\|)\s{{0,2}}\Z"
)
_PAIR = re.compile(
    r"([^\s/,，、|]{1,64}?)(?:\s{0,2}[/,，、|]\s{0,2}"
    rf"|\s?(?:{either('redact.phrase.and_between')})\s?|\s(?:(?:{_AND}) |& )?)"
)
_WITH = re.compile(
    rf"(?:{either('redact.phrase.with')}|[/,，])"
    rf"(?: (?:{either('redact.phrase.article')}))?\s?\Z"
)
_GIVING = re.compile(
    rf"(?<![a-z])(?:{either('redact.phrase.giving')})[a-z]{{0,3}}(?![a-z])"
)
"""Before "the password to X": X is the password, not a place for it."""
_EXPRESSION = re.compile(
    r"[A-Za-z_]\w{0,40}(?:\.\w{1,40}){1,8}[\[(]|[A-Za-z_]\w{0,40}\(\)"
    r"|(?:Optional|Union|list|dict|str)\["
)
_CALL = re.compile(r"[A-Za-z_][\w.]{0,80}[(\[]")
_WORD_CHARACTERS = re.compile(r"[a-z0-9_\-]{0,32}")
_CARD = re.compile(rf"cvv|visa|{either('redact.phrase.card')}")
_OF_CARD = words("redact.phrase.card_begins")
"""How names of a card's code begin; others may be of a code that is sent."""
_CODE_ENDS = words("redact.phrase.code_end")
_LEAD = 96
"""So many characters before a name are looked at for its value."""


_Match = re.Match[str]


class _Name(NamedTuple):
    """A sensitive thing's name at text[start:end]."""

    text: str
    low: str
    start: int
    end: int
    kind: str
    word: str

    def lead(self, length: int) -> str:
        return self.low[max(0, self.start - length) : self.start]


def phrases(text: str, low: str) -> Iterator[Sensitive]:
    """Values that a name introduces or follows; `low` is the text in lower case."""
    done = 0
    for match in _outermost(ANY_NAME.finditer(low), low):
        if match.start() < done or not stands_alone(low, *match.span()):
            continue
        kind = kind_of_name(match[0]) or "otp"
        for finding in _around(_Name(text, low, *match.span(), kind, match[0])):
            done = max(done, finding.end)
            yield finding


def _outermost(names: Iterator[_Match], low: str) -> Iterator[_Match]:
    """Without names between two names: neither side of these holds a value."""
    before: _Match | None = None
    waiting: _Match | None = None
    for name in names:
        if waiting and not (
            before and _touch(before, waiting, low) and _touch(waiting, name, low)
        ):
            yield waiting
        before, waiting = waiting, name
    if waiting:
        yield waiting


def _touch(one: _Match, other: _Match, low: str) -> bool:
    gap = low[one.end() : other.start()]
    return len(gap) < 3 and not gap.strip()


def _around(name: _Name) -> Iterator[Sensitive]:
    if name.word in CODES:
        yield from _bare_code(name)
    elif name.kind in _VALUES:
        yield from _number(name)
    else:
        yield from _secret(name)
    if name.kind in ("password", "otp"):
        start = max(0, name.start - _LEAD)
        span = value_before(name.text[start : name.start], name.kind)
        if span:
            yield _found(name, start + span[0], start + span[1])


def _linked(name: _Name) -> re.Match[str]:
    tail = _TAIL.match(name.low, name.end)
    link = _LINK.match(name.low, tail.end() if tail else name.end)
    assert link is not None  # its last branch matches nothing as well
    return link


def _number(name: _Name) -> Iterator[Sensitive]:
    link = _linked(name)
    if link.lastgroup == "adj" and not _may_touch(name, link):
        yield from _glued(name)
        return
    opening = _OPENING.match(name.low, link.end())
    start = opening.end() if opening else link.end()
    value = _VALUES[name.kind].match(name.low, start)
    if value and _right_number(name, value, link.lastgroup == "adj"):
        yield _found(name, value.start(), value.end())
    elif name.kind == "cvv" and not name.word.startswith(_OF_CARD):
        yield from _number(name._replace(kind="otp"))  # a "security code" by mail
    elif name.kind == "otp" and name.word != "pin":
        yield from _loose_code(name)


def _glued(name: _Name) -> Iterator[Sensitive]:
    """The digits right behind a Latin name: `pin1234`, `otp482913`, `cvv123`."""
    word = name.word.removesuffix("2") if name.word[:2] == "cv" else name.word
    form = _GLUED.get(word)
    value = form.match(name.low, name.start + len(word)) if form else None
    if value:
        yield _found(name, *value.span())


def _loose_code(name: _Name) -> Iterator[Sensitive]:
    """A code some words further on: "the code we sent you is 1234"."""
    if _DIGIT.search(name.low, name.end, name.end + 56):
        loose = _LOOSE_CODE.match(name.low, name.end)
        if loose:
            yield _found(name, loose.start(1), loose.end(1))


def _right_number(name: _Name, value: re.Match[str], touching: bool) -> bool:
    raw = value[0]
    if name.kind == "expiry":
        return _CARD.search(name.low) is not None
    if name.kind == "otp":
        return any(c.isdigit() for c in raw) and not (
            touching
            and name.word == "pin"
            and not name.low.startswith(_CODE_ENDS, name.end)
            and not _DETERMINED.search(name.lead(12))
        )
    if name.kind != "phone" and counts_things(name.low, name.start):
        return False
    return field_secret(name.kind, raw)


def _may_touch(name: _Name, link: re.Match[str]) -> bool:
    """May the value follow with nothing between? A Latin name needs a space."""
    return bool(link[0]) or not name.low[link.start() - 1].isascii()


def _bare_code(name: _Name) -> Iterator[Sensitive]:
    lead = name.lead(48)
    if _OTHER_CODE.search(lead):
        return
    link = _linked(name)
    start = _OPENING.match(name.low, link.end())
    value = _CODE_AFTER_LINK.match(name.low, start.end() if start else link.end())
    around = lead + name.low[name.end : name.end + 64]
    known = _CODE_CONTEXT.search(around) is not None
    if value is None and known:
        yield from _loose_code(name)
    elif value and link[0] and (known or value.end() - value.start() == 6):
        yield _found(name, value.start(), value.end())


def _mixed(value: str) -> bool:
    """Letters and digits, and nothing else: `token: a1b2`."""
    return value.isalnum() and not value.isalpha() and not value.isdigit()


def _found(name: _Name, start: int, end: int) -> Sensitive:
    return Sensitive(start, end, name.kind, name.text[start:end], PHRASE)


def _secret(name: _Name) -> Iterator[Sensitive]:
    """Passwords and keys: free text, so the words around must tell."""
    link = _linked(name)
    how = link.lastgroup or "adj"
    if how == "adj" and not _may_touch(name, link):
        return
    pair = name.word.startswith("credential") or _PAIR_LEAD.search(name.lead(24))
    if how != "eq" and name.word in ("pass", "credential", "credentials"):
        return
    if how == "eq" and not _same_kind(name, link):
        return
    start = link.end()
    if name.kind == "password" and pair:
        first = _PAIR.match(name.text, start)
        if first is None and not name.word.startswith("pass"):
            return
        start = first.end() if first else start
    yield from _free(name, start, how)


def _same_kind(name: _Name, link: re.Match[str]) -> bool:
    """Does the whole identifier still mean it? (`max_tokens=100` does not)"""
    start = name.start
    while start > 0 and name.start - start < 32 and _in_word(name.low[start - 1]):
        start -= 1
    rest = _WORD_CHARACTERS.match(name.low, name.end)
    word = name.low[start : rest.end() if rest else name.end]
    if word == name.word or not word.isascii():
        return True
    return kind_of_field(word) is not None


def _in_word(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char in "_-")


def _free(name: _Name, start: int, how: str) -> Iterator[Sensitive]:
    quoted = _QUOTED.match(name.text, start)
    if quoted:
        group = quoted.lastindex or 1
        if _good_quoted(name.kind, quoted[group]):
            yield _found(name, quoted.start(group), quoted.end(group))
        return
    bare = _BARE.match(name.text, start)
    if bare:
        end = start + len(_trimmed(bare[0], how))
        if start < end and _good_bare(name, start, end, how):
            yield _found(name, start, end)
            yield from _changed_to(name, end)


def _changed_to(name: _Name, end: int) -> Iterator[Sensitive]:
    """The second of `from X to Y`."""
    to = _TO.match(name.low, end)
    if to:
        yield from _free(name, to.end(), "verb")


def _good_quoted(kind: str, value: str) -> bool:
    if value != value.strip() or value[0] in ",;:=>)]}，。、" or harmless(value):
        return False
    if kind == "api_key":
        return len(value.split()) == 1 and token_looking(value, named=True)
    return len(value) <= 64 or " " not in value


_AFTER = re.compile(r"&(?=[\w.\-\[\]]{1,48}=)|[,;|\\]")
"""What ends a value after `=` or `:`; `&` only before another parameter."""


def _trimmed(value: str, how: str) -> str:
    if how == "eq":
        value = _AFTER.split(value, maxsplit=1)[0]
    return value.rstrip(".,;:?)]}*\\")


def _good_bare(name: _Name, start: int, end: int, how: str) -> bool:
    value = name.text[start:end]
    if harmless(value) or _EXPRESSION.match(name.text, start):
        return False
    if name.kind == "api_key":
        if _CALL.match(name.text, start):
            return False
        compound = any(char in name.word for char in "_- ") or not name.word.isascii()
        return token_looking(value, named=compound and how == "eq") or (
            how == "eq" and 4 <= len(value) < 8 and _mixed(value)
        )
    if secret_looking(value):
        return how != "adj" or len(value) >= 4
    if len(value) < 3 or not value.isascii() or value[0] in "-–/(":
        return how == "eq" and value.isalnum() and any(c.isdigit() for c in value)
    if name.word == "pass":
        return False
    if _ENDS_PHRASE.match(name.low, end) is None:
        return False
    if how == "adj":
        return len(value) >= 4 and bool(_WITH.search(name.lead(20)))
    return how != "to" or bool(_GIVING.search(name.lead(48)))
