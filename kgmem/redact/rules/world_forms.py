"""How names of secrets and their values hang together, in the words of all languages.

Regular expressions over a plain text, made at the first name that is found.
"""

import re
from collections.abc import Iterator
from functools import cache

from kgmem.redact.rules.world_names import Meaning, either_of

_WORD_ENDS = r"(?![^\W_])"
_SEPARATOR = r"[\"'”’»」』\])*`]{0,3}\s{0,3}(?:=>|->|→|[:=])[\s*_]{0,4}"
_DASH = r"\s{1,3}[\-–—]{1,2}\s{1,3}"
_TOKEN = r"(?<!\S)(\S{4,128})"


@cache
def link(*, spaced: bool) -> re.Pattern[str]:
    """What links a name to its value; the group says how: `eq`, `is` or `to`."""
    is_, to = either_of("is", spaced=spaced), either_of("to", spaced=spaced)
    if spaced:
        return re.compile(
            rf"(?P<eq>{_SEPARATOR})"
            rf"|(?P<is>{_DASH}|\s{{1,3}}(?:{is_}){_WORD_ENDS}\s?:?\s{{0,3}})"
            rf"|(?P<to>\s{{1,3}}(?:{to}){_WORD_ENDS}\s{{1,3}})"
        )
    field = rf"(?:\s?(?:{either_of('field', spaced=False)})){{0,2}}"
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
def ends() -> re.Pattern[str]:
    """What a phrase ends before."""
    return re.compile(
        r"\s{0,3}(?:\Z|[\n.,;:!?)\]}&|/\"'”’»。，；！？、）…]"
        rf"|(?:{either_of('and', spaced=True)}){_WORD_ENDS})"
        rf"|\s?(?:{either_of('end', spaced=False)})"
    )


@cache
def another() -> re.Pattern[str]:
    """What stands between a value and a second one: "X and Y", "from X to Y"."""
    words = either_of("to", "and", spaced=True)
    return re.compile(rf"(?:,|\s{{1,3}}(?:{words}){_WORD_ENDS})\s{{1,3}}")


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
    letters = r"[^\W\d_]{1,24}(?:'[^\W\d_]{1,12})?"
    return rf"(?!(?:{and_}){_WORD_ENDS}){letters}{_WORD_ENDS}"


@cache
def _as() -> re.Pattern[str]:
    words = either_of("is", "as", spaced=True)
    return re.compile(
        rf"{_TOKEN}[ ]{{1,2}}(?:{words})(?:[ ]{{1,2}}{_word()}){{0,3}}[ \-]{{1,2}}\Z"
    )


@cache
def _as_glued() -> re.Pattern[str]:
    words = either_of("as", "is", spaced=False)
    my = either_of("my", spaced=False)
    return re.compile(
        rf"(?<![!-~])([!-~]{{4,64}})[\"'」』]?\s?(?:{words})?\s?(?:{my})?\s?\Z"
    )


@cache
def _dashed() -> re.Pattern[str]:
    return re.compile(
        rf"{_TOKEN}[ ]{{1,2}}[\-–—](?:[ ]{{1,2}}{_word()}){{0,2}}[ ]{{1,2}}\Z"
    )


@cache
def _right_before() -> re.Pattern[str]:
    return re.compile(rf"{_TOKEN}[ ]{{1,2}}(?:{_word()}[ ]{{1,2}})?\Z")
