"""Names of sensitive things, in phrases and as field names."""

import re
from collections.abc import Iterable
from functools import lru_cache

from kgmem.language.vocabulary import either, roles, standing, words
from kgmem.redact.accents import plain
from kgmem.redact.rules.about import about_secrets
from kgmem.redact.rules.world_names import field_names


def _alternatives(fragment: str) -> tuple[str, ...]:
    """A fragment of the tables as regular expressions: `_` stands for a blank, `_`, `-`
    or nothing, `a|b + c` for ac and bc, because each has to begin with a literal."""
    starts, _, rest = fragment.rpartition(" + ")
    joined = rest.replace("_", "[ _-]?")
    return tuple(start + joined for start in starts.split("|"))


_NAMES = tuple(
    (
        kind,
        tuple(
            one
            for fragment in words(f"redact.name.{kind}")
            for one in _alternatives(fragment)
        ),
    )
    for kind in roles("redact.name")
)
"""How each kind is called; of kinds with the same name the first."""
_WEAK = frozenset({"phone", "email", "address"})
CODES = words("redact.code")
"""What stands for a code of any kind."""

ANY_NAME = re.compile("|".join([*(alt for _, alts in _NAMES for alt in alts), *CODES]))
"""Finds a name in lower-case text; every alternative begins with a literal where it
can, so that a text without names is passed quickly."""
_KIND = tuple((kind, re.compile("|".join(alts))) for kind, alts in _NAMES)
_FIELD = tuple(
    (kind, re.compile(either(f"redact.field.{kind}"))) for kind in roles("redact.field")
)
"""Names that mean it in a field alone."""
_INSIDE = re.compile(rf"{either('redact.inside')}|[\u4e00-\u9fff]")
"""Names that count inside a longer word as well: `userpassword`."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_JOINT = re.compile(r"[\s_\-./:#\[\]@*\"'=()（）：<>|,，]{1,20}")
_ATTRIBUTE = re.compile(r"[\w\-]{1,32}[*^$~|]?=")
"""The `name=` of a selector such as `input[name=passwd]`."""
_LONGEST_NAME = 80
_ABOUT_IT = re.compile(standing("redact.about"))
"""In a field's name: its value says something about the secret, not the secret."""
_NOT_TYPED = re.compile(standing("redact.not_typed"))
"""In the label of a field that is typed into."""


@lru_cache(maxsize=512)
def kind_of_name(name: str) -> str | None:
    """The kind that a name in lower case stands for; None for a bare `code`."""
    return next((kind for kind, form in _KIND if form.fullmatch(name)), None)


def kind_of_field(name: str | None, *, label: bool = False) -> str | None:
    """The kind of value that stands in a field of this name.

    `label`: the name is what a person reads at an input that is being filled, so
    "Password (min. 8 characters)" is a password.
    """
    if not name or len(name) > _LONGEST_NAME:
        return None
    return _kind_of_field(name, label)


@lru_cache(maxsize=4096)
def _kind_of_field(name: str, label: bool) -> str | None:
    words = _words(name)
    for kind, form in _FIELD:
        if form.fullmatch(words):
            return kind
    if (_NOT_TYPED if label else _ABOUT_IT).search(plain(words)):
        return None
    return _named_in(words) or _named_abroad(words, label)


def _named_abroad(words: str, label: bool) -> str | None:
    """In another language; what an input's label says besides is no matter."""
    found = next(field_names(plain(words)), None)
    if found is None or (not label and about_secrets(plain(words)[found.end :])):
        return None
    return found.meaning.kind


def kind_of_labels(labels: Iterable[str | None]) -> str | None:
    """The kind of value that is typed into a field of which all this is told, its
    type first. `type="tel"` and `type="email"` say how to type, a name says what."""
    weak: str | None = None
    for label in labels:
        kind = kind_of_field(label, label=True)
        if kind and kind not in _WEAK:
            return kind
        weak = weak or kind
    return weak


def names_field(value: str) -> bool:
    """Is the value itself such a name, as in the password "password"?"""
    words = _words(value) if len(value) <= _LONGEST_NAME else ""
    return _named_in(words) is not None or any(field_names(plain(words)))


def _words(name: str) -> str:
    if "=" in name:
        name = _ATTRIBUTE.sub(" ", name)
    return _JOINT.sub(" ", _HUMP.sub(" ", name)).lower().strip()


def _named_in(words: str) -> str | None:
    for match in ANY_NAME.finditer(words):
        kind = kind_of_name(match[0])
        if kind and stands_alone(words, match.start(), match.end()):
            return kind
    return None


def stands_alone(low: str, start: int, end: int) -> bool:
    """Is the name at low[start:end] a word, not a part of one (pin in "shopping")?"""
    if _INSIDE.search(low, start, end):
        return True
    before = start > 0 and "a" <= low[start - 1] <= "z"
    after = end < len(low) and "a" <= low[end] <= "z"
    return not before and not (after and low[end : end + 1] != "s")
