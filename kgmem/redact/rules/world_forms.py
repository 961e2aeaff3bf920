"""How names of secrets and their values hang together, in the words of all languages.

Regular expressions over a plain text, made at the first name that is found.
"""

import re
from collections.abc import Iterator
from functools import cache

from kgmem.redact.rules.world_names import Meaning, either_of

_WORD_ENDS = r"(?![^\W_])"
_SEPARATOR = (
    r"[\"'”’»」』\])*`]{0,3}\s{0,3}(?::=|=>|->|→|[:=])[\s*_]{0,4}"
    r"(?:(?:str|string)\s{0,2}=\s{0,3}|(?:type|fill|input)\s{0,2}:\s{0,3})?"
)
_LETTERS = r"[^\W\d_]{1,24}(?:'[^\W\d_]{1,12})?"
_DASH = r"\s{1,3}[\-–—]{1,2}\s{1,3}"
_QUOTE, _QUOTED = "\"'“‘”’`", r"[\"'”’`」』】]{0,2}"
_TOKEN = rf"(?<![^\s=(:,])[{_QUOTE}(\[#]?([^\s{_QUOTE}]{{4,128}})[{_QUOTE})\]]{{0,2}}"


def _in_all(role: str) -> str:
    """The words of a role in languages of both ways of writing."""
    return f"{either_of(role, spaced=True)}|{either_of(role, spaced=False)}"


@cache
def link(*, spaced: bool) -> re.Pattern[str]:
    """What links a name to its value; the group says how: `eq`, `is` or `to`."""
    is_, to = either_of("is", spaced=spaced), either_of("to", spaced=spaced)
    if spaced:
        glued = either_of("is", spaced=False)  # a Latin name in an unspaced language
        return re.compile(
            rf"(?P<eq>{_SEPARATOR})"
            rf"|(?P<is>{_DASH}|\s{{1,3}}(?:{is_}){_WORD_ENDS}\s?:?\s{{0,3}}"
            rf"|\s{{0,2}}(?:{glued})\s{{0,2}}:?\s{{0,2}})"
            rf"|(?P<to>\s{{1,3}}(?:{to}){_WORD_ENDS}:?\s{{1,3}})"
        )
    field = rf"{_QUOTED}(?:\s?(?:{either_of('field', spaced=False)})){{0,2}}"
    return re.compile(
        rf"{field}(?:\s?(?:{is_}))?(?P<eq>{_SEPARATOR})"
        rf"|{field}(?P<is>{_DASH}|\s{{0,2}}(?:{is_})\s{{0,2}}:?\s{{0,2}})"
    )


@cache
def between() -> re.Pattern[str]:
    """A word between a name and a link."""
    return re.compile(rf"[ _\-]{{1,2}}{_word()}")


@cache
def touching(*, spaced: bool) -> re.Pattern[str]:
    """What stands between a name and a value that nothing links to it."""
    if spaced:
        my = either_of("my", spaced=True)
        return re.compile(rf"[\"'»”]?(?:[ ]{{1,2}}(?:{my}))?[ \t]{{1,3}}[(（]?")
    field = either_of("field", spaced=False)
    return re.compile(rf"[ \t]{{0,3}}(?:{field})?[ \t]{{0,3}}[(（]?")


@cache
def mine() -> re.Pattern[str]:
    """A word that says whose the secret is."""
    spaced = either_of("my", spaced=True)
    others = either_of("my", spaced=False)
    return re.compile(rf"(?<![^\W_])(?:{spaced}){_WORD_ENDS}|{others}")


@cache
def context() -> re.Pattern[str]:
    """A word that says that a code was sent, or lets somebody in."""
    spaced = either_of("context", spaced=True)
    return re.compile(rf"(?<![^\W_])(?:{spaced})|{either_of('context', spaced=False)}")


@cache
def using() -> re.Pattern[str]:
    """A verb that handles the value behind it: "type X into"."""
    verbs = either_of("using", spaced=True)
    return re.compile(rf"(?<![^\W_])(?:{verbs})[a-z]{{0,4}}\s{{1,3}}[{_QUOTE}]?\Z")


@cache
def of_card() -> re.Pattern[str]:
    """A word that says that a text is about a card that pays."""
    return re.compile(_in_all("of_card"))


@cache
def listed() -> re.Pattern[str]:
    """What stands between the codes of a list."""
    spaced, others = either_of("and", spaced=True), either_of("and", spaced=False)
    return re.compile(rf"[\s,，、;；|\"']{{1,4}}(?:(?:{spaced}) )?|\s?(?:{others})\s?")


@cache
def pair() -> re.Pattern[str]:
    """Before a name: it is the second of a pair, as in "username/password"."""
    words = _in_all("account")
    return re.compile(rf"(?:{words})\s{{0,2}}(?:[/&|+、]|{_in_all('and')})\s{{0,2}}\Z")


@cache
def account() -> re.Pattern[str]:
    """What an account is called by, as a column's head."""
    return re.compile(_in_all("account"))


@cache
def asking() -> re.Pattern[str]:
    """Before a name: it is asked for, as in "enter your" or "what is the"."""
    is_, using = (either_of(role, spaced=True) for role in ("is", "using"))
    return re.compile(
        rf"(?<![^\W_])(?:(?:{is_}){_WORD_ENDS}|(?:{using})[a-z]{{0,4}})"
        rf"(?:\s{{1,3}}{_LETTERS}){{0,3}}\s{{1,3}}\Z"
    )


@cache
def answered() -> re.Pattern[str]:
    """What stands between a question and its answer."""
    said = _in_all("answered")
    return re.compile(rf"[?？][^\n]{{0,8}}(?:{said})\s{{0,2}}[:=]\s{{0,2}}")


@cache
def ends() -> re.Pattern[str]:
    """What a phrase ends before."""
    return re.compile(
        r"\s{0,3}(?:\Z|[\n.,;:!?)\]}&|/\"'”’»。，；！？、）…]"
        rf"|(?:{either_of('and', spaced=True)}){_WORD_ENDS})"
        rf"|\s?(?:{either_of('end', spaced=False)})"
    )


@cache
def passphrase() -> re.Pattern[str]:
    """Four words or more of one case, to the end of their phrase."""
    cases = (r"[a-z]{2,12}+", r"[A-Z][a-z]{1,11}+", r"[A-Z]{2,12}+")
    told = "|".join(rf"{word}(?: {word}){{3,11}}?" for word in cases)
    return re.compile(rf"(?:{told}){_WORD_ENDS}(?={ends().pattern})")


@cache
def another() -> re.Pattern[str]:
    """What stands between a value and a second one: "X and Y", "from X to Y"."""
    words = either_of("to", "and", spaced=True)
    return re.compile(
        rf"(?:,|\s{{1,3}}(?:{words}){_WORD_ENDS})\s{{1,3}}|\s{{0,2}}/\s{{0,2}}"
    )


@cache
def answer() -> re.Pattern[str]:
    """An answer of up to four words."""
    and_ = either_of("and", spaced=True)
    end = either_of("end", spaced=False)
    more = rf" (?!(?:{and_}){_WORD_ENDS})[^\s.,;:!?。、，\"<>]{{1,40}}"
    return re.compile(
        rf"(?:(?!{end})[^\s.,;:!?。、，「」\"<>]){{2,40}}(?:{more}){{0,3}}"
    )


def before(name: Meaning) -> Iterator[re.Pattern[str]]:
    """The forms in which a value may stand before a name."""
    yield _as() if name.spaced else _as_glued()
    if name.kind == "otp":
        yield _dashed()
    if name.value_first and name.spaced:
        yield _right_before()


@cache
def _word() -> str:
    """A word that joins nothing."""
    and_ = either_of("and", spaced=True)
    return rf"(?!(?:{and_}){_WORD_ENDS}){_LETTERS}{_WORD_ENDS}"


@cache
def _as() -> re.Pattern[str]:
    words = either_of("is", "as", spaced=True)
    return re.compile(
        rf"{_TOKEN}[ ]{{1,2}}(?:{words})(?:[ ]{{1,2}}{_LETTERS}){{0,3}}[ \-]{{1,2}}\Z"
    )


@cache
def _as_glued() -> re.Pattern[str]:
    words = either_of("as", "is", spaced=False)
    my = either_of("my", spaced=False)
    return re.compile(
        rf"(?<![!#-&(-~])([!#-&(-~]{{4,64}}){_QUOTED}\s?"
        rf"(?:{words})?\s?(?:{my}){{0,3}}\s?\Z"
    )


@cache
def _dashed() -> re.Pattern[str]:
    return re.compile(
        rf"{_TOKEN}[ ]{{1,2}}[\-–—](?:[ ]{{1,2}}{_word()}){{0,2}}[ ]{{1,2}}\Z"
    )


@cache
def _right_before() -> re.Pattern[str]:
    return re.compile(rf"{_TOKEN}[ ]{{1,2}}(?:{_word()}[ ]{{1,2}})?\Z")
