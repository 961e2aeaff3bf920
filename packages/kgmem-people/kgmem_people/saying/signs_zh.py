"""What jieba says of a Chinese clause, as signs that a fitted model weighs."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kgmem.people import phrase
from kgmem.ports import Token
from kgmem_people.person import SPEAKER, any_of

KIN_NAME = phrase("person.kin_name", "zh", kin="{kin}")
"""What one of the speaker's people is called."""
OF_KIN = KIN_NAME.partition("{")[0]
_PARTICLES = "了过着的吗呢吧就都才再也太真好又"
_NUMBER = re.compile(r"[\d一二三四五六七八九十几两]")
_LONG = re.compile("[年岁月]")
ASKING = re.compile(rf"[?？]\s*$|{any_of('zh', 'asking')}")
UNREAL = re.compile(any_of("zh", "unreal"))
SAYING = re.compile(any_of("zh", "saying"))
_SELF = re.compile(rf".{{0,3}}{any_of('zh', 'self')}")


def signs(
    rest: str, tokens: Sequence[Token], about: str | None, roles: Sequence[str]
) -> Iterator[str]:
    """What is seen of what follows the subject of a clause, and of whom it is about."""
    yield f"about {_kind_of(about)}"
    kinds = ["^", *(one.pos for one in tokens), "$"]
    yield from (f"pos {one} {other}" for one, other in pairwise(kinds))
    for one in tokens:
        yield f"word {one.text}"
        yield f"p {one.pos}"
    yield from (f"has {one}" for one in _PARTICLES if one in rest)
    yield f"ends {rest[-1:]}"
    yield f"begins {rest[:1]}"
    yield f"length {min(len(rest), 18) // 3}"
    if _NUMBER.search(rest):
        yield "number"
    if _LONG.search(rest):
        yield "long"
    yield from (f"role {one}" for one in roles)


def around(sentence: str, clause: str, n: int, count: int) -> Iterator[str]:
    """What is seen of a sentence's clause, one of so many."""
    yield f"own subject {bool(_SELF.match(clause))}"
    for name, form in (("asks", ASKING), ("unreal", UNREAL)):
        if form.search(sentence):
            yield f"sentence {name}"
        if form.search(clause):
            yield f"clause {name}"
    if SAYING.search(clause):
        yield "speaks"
    if n == 0:
        yield "first clause"
    if n == count - 1:
        yield "last clause"
    last = sentence[-1:]
    yield f"end {last if last in '！？!?~' else 'open'}"


def _kind_of(about: str | None) -> str:
    if about in (None, "", SPEAKER):
        return {None: "none", "": "unknown"}.get(about, "speaker")
    return "kin" if about.startswith(OF_KIN) else "name"
