"""Where names of secrets stand in a text, by the table of the world's languages."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from kgmem.redact.accents import plain

FILE = Path(__file__).parents[1] / "secret_names.toml"
OTHER = "other"
"""The kind of what looks like a secret's name and is none."""
VAGUE = ("code", "security_question", "wallet", "assigned")
"""Kinds of names that make no value a secret by themselves."""
_PASSWORDS = ("phrase", "assigned")
KINDS = (
    "password", "phrase", "otp", "cvv", "card", "api_key", "seed_phrase",
    "recovery_code", "security_answer", "expiry", "bank_account", "id_card", "passport",
    "ssn", "tax", "phone", *VAGUE, OTHER,
)  # fmt: skip
_ENDING = r"[^\W\d_]{0,5}"
_JOINT = "[ _-]{0,2}"
_HAN = r"\u3400-\u9fff"
_BEHIND = rf"(?:'[a-z]{{1,5}})?(?![^\W\d_{_HAN}])"
_KEY, _SHORT_KEY, _UNSPACED_KEY = 4, 3, 2
"""Names are looked up by so many characters; the short one is for short stems."""
_DIGITS = "0123456789"
_ANY = "*"
_WORD = re.compile(r"[^\W_]+")
_JOINED = re.compile(rf"[^\W_{_HAN}]")
"""Before the beginning of a word that is none."""
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
_INDIC = frozenset(map(chr, range(0x0900, 0x0E00)))


class _Blanks(dict[int, int]):
    """A blank for each character that is no letter and no digit, or a Han one."""

    def __missing__(self, code: int) -> int:
        is_letter = chr(code).isalnum() and not 0x3400 <= code <= 0x9FFF
        self[code] = found = code if is_letter else ord(" ")
        return found


_BLANKS = _Blanks()


class Meaning(NamedTuple):
    """What a name stands for, and how its language is written."""

    kind: str
    spaced: bool = True
    value_first: bool = False


class SecretName(NamedTuple):
    """A name at text[start:end] of a plain text."""

    start: int
    end: int
    meaning: Meaning


class _Form(NamedTuple):
    """One of a name's spellings as the table has it, in plain letters."""

    text: str
    meaning: Meaning

    @property
    def pattern(self) -> str:
        words = (re.escape(word).replace(r"\*", _ENDING) for word in self.text.split())
        return _JOINT.join(words)

    @property
    def keys(self) -> set[str]:
        """How the word at which it begins may begin."""
        first = self.text.split()[0]
        stem = first.replace("*", "")
        if "*" in first and len(stem) < _KEY:
            return {stem + _ANY}
        return {stem[:_KEY], self.text.replace("*", "").replace(" ", "")[:_KEY]}


def secret_names(text: str) -> Iterator[SecretName]:
    """Each name in a plain text, in text order, the longest where several begin."""
    found = chain(_spaced(text), _unspaced(text))
    done = 0
    for name in sorted(found, key=lambda name: (name.start, -name.end)):
        if name.start >= done:
            done = name.end
            if name.meaning.kind != OTHER:
                yield name


def field_names(text: str) -> Iterator[SecretName]:
    """Of a field's name in plain letters, those that make its value a secret."""
    for name in secret_names(text):
        meaning = name.meaning
        if meaning.kind not in VAGUE or meaning.kind == "assigned":
            kind = "password" if meaning.kind in _PASSWORDS else meaning.kind
            yield name._replace(meaning=meaning._replace(kind=kind))


def words_of(role: str, *, spaced: bool) -> tuple[str, ...]:
    """The plain words of a role in all languages written so, the longest first."""
    tables = (table for table in _tables().values() if _is_spaced(table) is spaced)
    found = {plain(word) for table in tables for word in table.get(role, ())}
    return tuple(sorted(found, key=lambda word: (-len(word), word)))


def either_of(*roles: str, spaced: bool) -> str:
    """These words as alternatives of a regular expression."""
    words = (words_of(role, spaced=spaced) for role in roles)
    return "|".join(map(re.escape, chain.from_iterable(words))) or "(?!)"


def _spaced(text: str) -> Iterator[SecretName]:
    for key in _wanted(text):
        for start in _word_starts(text, key):
            found = _named(_bucket(key), text, start)
            if found:
                yield found
    if any(stem in text for stem in _stems()):
        for word in _WORD.finditer(text):
            head = _heads().search(text, word.start(), word.end() + 1)
            if head and head.start() > word.start():
                yield SecretName(word.start(), head.end(), Meaning("password"))


def _wanted(text: str) -> set[str]:
    """The keys of its words at which a name may begin."""
    known, short = _keys()
    words = set(text.translate(_BLANKS).split())
    words |= {word.rstrip(_DIGITS) for word in words if word[-1].isdigit()}  # pin1234
    found = known.intersection([word[:_KEY] for word in words])
    shorts = short.intersection([word[:_SHORT_KEY] for word in words])
    if shorts:
        found |= {word[:_KEY] for word in words if word[:_SHORT_KEY] in shorts}
    return found


def _word_starts(text: str, key: str) -> Iterator[int]:
    start = text.find(key)
    while start >= 0:
        if start == 0 or not _JOINED.match(text, start - 1):
            yield start
        start = text.find(key, start + 1)


def _unspaced(text: str) -> Iterator[SecretName]:
    if text.isascii():
        return
    beginnings, buckets = _unspaced_buckets()
    for match in beginnings.finditer(text):
        start = match.start()
        key = text[start : start + _UNSPACED_KEY]
        if key in buckets and not _inside_word(text, start):
            found = _named(_unspaced_bucket(key), text, start)
            if found:
                yield found


def _inside_word(text: str, start: int) -> bool:
    """Scripts of India have blanks between words, and endings that are no letters."""
    return start > 0 and text[start] in _INDIC and text[start - 1] in _INDIC


_Compiled = tuple[re.Pattern[str], tuple[Meaning, ...]]


def _named(compiled: _Compiled, text: str, start: int) -> SecretName | None:
    form, meanings = compiled
    match = form.match(text, start)
    if match is None:
        return None
    return SecretName(start, match.end(), meanings[(match.lastindex or 1) - 1])


@cache
def _tables() -> dict[str, dict[str, Any]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def _is_spaced(table: dict[str, Any]) -> bool:
    return not table.get("unspaced", False)


def _forms(*, spaced: bool) -> Iterator[_Form]:
    for table in _tables().values():
        if _is_spaced(table) is not spaced:
            continue
        prefixes = ("", *table.get("prefixes", ()))
        for kind in KINDS:
            first = table.get("value_first", False)
            meaning = Meaning(kind, spaced, first)
            names = chain.from_iterable(map(_spellings, table.get(kind, ())))
            for name in names:
                yield from (_Form(plain(p + name), meaning) for p in prefixes)


def _spellings(name: str) -> Iterator[str]:
    yield name
    if any(letter in name for letter in _UMLAUTS):
        yield "".join(_UMLAUTS.get(letter, letter) for letter in name)


@cache
def _buckets() -> dict[str, list[_Form]]:
    found: dict[str, list[_Form]] = defaultdict(list)
    for form in _forms(spaced=True):
        for key in form.keys:
            found[key].append(form)
    return dict(found)


@cache
def _keys() -> tuple[set[str], set[str]]:
    """The keys, and the short ones."""
    known = set(_buckets())
    short = {key for key in known if key.endswith(_ANY)}
    return known - short, {key.removesuffix(_ANY) for key in short}


@cache
def _bucket(key: str) -> _Compiled:
    known = _buckets()
    forms = [*known.get(key, ()), *known.get(key[:_SHORT_KEY] + _ANY, ())]
    return _compiled(forms, _BEHIND)


@cache
def _unspaced_buckets() -> tuple[re.Pattern[str], dict[str, list[_Form]]]:
    found: dict[str, list[_Form]] = defaultdict(list)
    for form in _forms(spaced=False):
        found[form.text[:_UNSPACED_KEY]].append(form)
    first = "".join(sorted({re.escape(key[0]) for key in found}))
    return re.compile(f"[{first}]"), dict(found)


@cache
def _unspaced_bucket(key: str) -> _Compiled:
    return _compiled(_unspaced_buckets()[1][key], "")


@cache
def _stems() -> tuple[str, ...]:
    """What such longer words hold."""
    return tuple(name.replace("*", "") for name in _compounds())


@cache
def _compounds() -> tuple[str, ...]:
    """Names that end longer words: Benutzerpasswort."""
    names = {
        plain(n) for table in _tables().values() for n in table.get("compounds", ())
    }
    return tuple(sorted(names, key=len))


@cache
def _heads() -> re.Pattern[str]:
    found = "|".join(name.replace("*", _ENDING) for name in reversed(_compounds()))
    return re.compile(f"(?:{found}){_BEHIND}")


def _compiled(forms: Iterable[_Form], behind: str) -> _Compiled:
    """The longest first; of the same spelling in two languages the first."""
    unique: dict[str, Meaning] = {}
    for form in forms:
        unique.setdefault(form.pattern, form.meaning)
    ordered = sorted(unique, key=lambda pattern: -len(pattern))
    body = "|".join(f"({pattern})" for pattern in ordered)
    return re.compile(f"(?:{body}){behind}"), tuple(unique[one] for one in ordered)
