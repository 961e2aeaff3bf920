"""Names of sensitive things, in phrases and as field names."""

import re
from collections.abc import Iterable
from functools import lru_cache

from kgmem.language.vocabulary import either, roles, standing
from kgmem.redact.accents import plain
from kgmem.redact.rules.about import about_secrets
from kgmem.redact.rules.world_names import field_names

_WEAK = frozenset({"phone", "email", "address"})
_FIELD = tuple(
    (kind, re.compile(either(f"redact.field.{kind}"))) for kind in roles("redact.field")
)
"""Names that mean it in a field alone."""
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_JOINT = re.compile(r"[\s_\-./:#\[\]@*\"'=()（）：<>|,，]{1,20}")
_ATTRIBUTE = re.compile(r"[\w\-]{1,32}[*^$~|]?=")
"""The `name=` of a selector such as `input[name=passwd]`."""
_LONGEST_NAME = 80
_ABOUT_IT = re.compile(standing("redact.about"))
"""In a field's name: its value says something about the secret, not the secret."""
_NOT_TYPED = re.compile(standing("redact.not_typed"))
"""In the label of a field that is typed into."""


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
    return _named(words, label)


def _named(words: str, label: bool) -> str | None:
    """What an input's label says besides is no matter."""
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
    return any(field_names(plain(words)))


def _words(name: str) -> str:
    if "=" in name:
        name = _ATTRIBUTE.sub(" ", name)
    return _JOINT.sub(" ", _HUMP.sub(" ", name)).lower().strip()
