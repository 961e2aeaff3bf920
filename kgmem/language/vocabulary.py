"""The words of each language by role, from the files beside this module.

A role is a path in the file: `stop.function` is the list `function` of the table
`[stop]`. Code asks for roles and never names a word or a language; another language is
another file, for which no code changes.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from kgmem.errors import ConfigurationError

FOLDERS = [Path(__file__).parent]
"""Where the files are, one for each language; read at the first question."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language's words, and how it is written."""

    code: str
    """Such as `en`: the file's name."""
    spaced: bool
    """Do blanks stand between its words?"""
    roles: Mapping[str, Any]

    def words(self, role: str) -> tuple[str, ...]:
        """The words of a role; none where the language has none for it."""
        found = _within(self.roles, role)
        if isinstance(found, Mapping):
            raise ConfigurationError(
                f"{role!r} in {self.code}.toml is a table; ask for one of {list(found)}"
            )
        return tuple(found)


@cache
def languages() -> tuple[Language, ...]:
    """All languages that have a file, by code."""
    files = sorted(chain.from_iterable(at.glob("*.toml") for at in FOLDERS))
    return tuple(sorted(map(_read, files), key=lambda language: language.code))


@cache
def words(role: str) -> tuple[str, ...]:
    """The words of a role in all languages, each once."""
    found = dict.fromkeys(chain.from_iterable(each.words(role) for each in languages()))
    if not found:
        raise ConfigurationError(
            f"no language has words for {role!r}; add the role to a file in {FOLDERS}"
        )
    return tuple(found)


@cache
def word_set(role: str) -> frozenset[str]:
    """The same as a set."""
    return frozenset(words(role))


@cache
def written(role: str, *, spaced: bool) -> tuple[str, ...]:
    """The words of a role in the languages that are written with blanks, or in those
    without."""
    asked = (each.words(role) for each in languages() if each.spaced is spaced)
    return tuple(dict.fromkeys(chain.from_iterable(asked)))


@cache
def either(*roles: str, spaced: bool | None = None) -> str:
    """The words of roles as the alternatives of a regular expression, in their order
    and without parentheses; what matches nothing where there are none. Of all
    languages, or only of those that are written with blanks, or without."""
    found = (
        words(role) if spaced is None else written(role, spaced=spaced)
        for role in roles
    )
    return "|".join(dict.fromkeys(chain.from_iterable(found))) or "(?!)"


@cache
def within(table: str) -> tuple[str, ...]:
    """The roles of a table by their whole names."""
    return tuple(f"{table}.{role}" for role in roles(table))


@cache
def words_in(role: str, language: str) -> tuple[str, ...]:
    """The words of a role in the language of this code."""
    return next(each for each in languages() if each.code == language).words(role)


@cache
def standing(role: str) -> str:
    """A regular expression of the words of a role in lower-case text: not as a part of
    a longer word where blanks stand between words, else anywhere."""
    spaced, others = either(role, spaced=True), either(role, spaced=False)
    return rf"(?<![a-z])(?:{spaced})(?![a-z])|{others}"


@cache
def any_character(role: str) -> str:
    """A regular expression of one character out of the words of a role, which are
    characters or ranges such as `a-z`."""
    return f"[{''.join(words(role))}]"


@cache
def not_behind(role: str, *, spaced: bool) -> str:
    """A regular expression of a place that no word of the role stands before: one
    look-behind for each, since each has a width of its own."""
    return "".join(f"(?<!{word})" for word in written(role, spaced=spaced))


@cache
def meanings(table: str) -> Mapping[str, str]:
    """The role that each word of a table stands for, such as 10000 for 万; of a word in
    several roles the first."""
    found: dict[str, str] = {}
    for role in roles(table):
        for word in words(f"{table}.{role}"):
            found.setdefault(word, role)
    return found


@cache
def away(role: str) -> Mapping[str, int]:
    """How far the place of each word of a role is from the middle one of its language:
    -1 for yesterday; `|` stands between words of one place."""
    return {
        word: place - len(places) // 2
        for each in languages()
        for places in (each.words(role),)
        for place, found in enumerate(places)
        for word in found.split("|")
    }


@cache
def roles(table: str) -> tuple[str, ...]:
    """What a table of the files has roles for, in their order."""
    tables = (_within(each.roles, table) for each in languages())
    return tuple(dict.fromkeys(chain.from_iterable(tables)))


def _within(found: Any, role: str) -> Any:
    for name in role.split("."):
        found = found.get(name, {})
    return found or ()


def _read(file: Path) -> Language:
    try:
        roles = tomllib.loads(file.read_text(encoding="utf-8"))
        return Language(file.stem, roles.pop("spaced"), roles)
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise ConfigurationError(
            f"{file} is no file of a language ({error}); it is TOML and says"
            " `spaced = true` or `false` first"
        ) from error
