"""Messages in the language that is spoken: English unless `KGMEM_LANG=zh`.

The code writes messages in English, where they arise. A catalogue, `zh.toml` beside
this file, has the other language's text for each, with the same `{values}`; a message
is recognised by its form, and its values are put into the other text. So whoever raises
an error need not know of languages. Reasons of a recall are values: `reasons.toml` has
their texts by code in both languages. What it writes in the language of a task or a
conversation is in `phrases_en.toml` and its like.
"""

import string
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "zh")
MESSAGES = frozenset({
    "cure", "doing", "error", "failure", "fault", "hint", "kind", "message", "reason",
    "refused", "span", "why",
})  # fmt: skip
"""Values of these names, with or without a number, are messages themselves."""

_spoken = ["en"]
_asked: ContextVar[str | None] = ContextVar("asked", default=None)


def speak(language: str | None) -> None:
    """From now on messages are shown in this language; in English for any other."""
    _spoken[0] = language if language in LANGUAGES else "en"


def spoken() -> str:
    """The language in which messages are shown."""
    return _asked.get() or _spoken[0]


def speak_here(language: str | None) -> None:
    """In what is done for the present request alone, messages are shown in this
    language; for any other, in that which is spoken."""
    _asked.set(language if language in LANGUAGES else None)


def said(text: str, language: str | None = None) -> str:
    """The message in this language, or in the one that is spoken, as far as there is
    one in it."""
    language = language or spoken()
    return text if language == "en" else _translated(text, language)


def by_code(code: str) -> tuple[str, str]:
    """What a reason says in the language that is spoken, and what would take it away;
    `{name}` stands for a value in both."""
    why, *wanted = _reasons()[spoken()][code]
    return why, "".join(wanted)


def phrase(role: str, language: str, n: int = 1, **values: object) -> str:
    """What kgmem writes into a plan, skill, context or profile in this language, its
    holes filled; the last wording, for several, where `n` is not 1. English where the
    language has no such phrase.

    >>> phrase("avoidance.place", "en", where="Pay")
    'at Pay, '
    """
    found = _phrases(language).get(role) or _phrases("en")[role]
    return found[0 if n == 1 else -1].format(**values)


@cache
def _phrases(language: str) -> Mapping[str, tuple[str, ...]]:
    """The wordings by role; a role is a path in the file."""
    if language not in LANGUAGES:
        return {}
    return dict(_wordings(_read(f"phrases_{language}"), ""))


def _wordings(
    table: Mapping[str, Any], path: str
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, given in table.items():
        if isinstance(given, Mapping):
            yield from _wordings(given, f"{path}{name}.")
        else:
            yield f"{path}{name}", (given,) if isinstance(given, str) else tuple(given)


@cache
def _reasons() -> Mapping[str, Mapping[str, list[str]]]:
    return _read("reasons")


@dataclass(frozen=True, slots=True)
class MessageForm:
    """A message in two languages; `{name}` stands for a value in both."""

    english: str
    other: str
    texts: tuple[str, ...]
    """What stands before, between and after its values,"""
    names: tuple[str, ...]
    """and their names, one fewer."""

    @classmethod
    def of(cls, english: str, other: str) -> "MessageForm":
        """The form of an English text with `{values}`."""
        texts, names = [""], list[str]()
        for text, name, _, _ in string.Formatter().parse(english):
            texts[-1] += text
            if name is not None:
                names.append(name)
                texts.append("")
        return cls(english, other, tuple(texts), tuple(names))

    def values(self, message: str) -> dict[str, str] | None:
        """The values of a message of this form; None if it is of another."""
        first, *between = self.texts
        if not between:
            return {} if message == first else None
        *between, last = between
        end = len(message) - len(last)
        at = len(first)
        if not message.startswith(first) or not message.endswith(last) or end < at:
            return None
        found = []
        for text in between:
            place = message.find(text, at, end)
            if place < 0:
                return None
            found.append(message[at:place])
            at = place + len(text)
        return dict(zip(self.names, [*found, message[at:end]], strict=True))


@cache
def catalogue(language: str) -> tuple[MessageForm, ...]:
    """Its messages, those with most fixed text first."""
    forms = (MessageForm.of(english, own) for english, own in _read(language).items())
    return tuple(sorted(forms, key=lambda form: -len("".join(form.texts))))


def _read(name: str) -> dict[str, Any]:
    import tomllib  # many need none of it

    path = Path(__file__).with_name(f"{name}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _translated(text: str, language: str) -> str:
    """The text in the language; blanks at its end stay out of the comparison."""
    text = text.rstrip()
    for form in catalogue(language):
        values = form.values(text)
        if values is not None:
            return form.other.format(**dict(_inner(values, language)))
    return _in_parts(text, language)


def _inner(values: Mapping[str, str], language: str) -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        is_message = name.rstrip(string.digits) in MESSAGES
        yield name, _translated(value, language) if is_message else value


def _in_parts(text: str, language: str) -> str:
    """A message that was put together: a field and what is said of it, or clauses."""
    field, found, rest = text.partition(": ")
    if found and " " not in field:
        return f"{field}: {_translated(rest, language)}"
    for joint in ("; ", ": "):
        first, found, rest = text.partition(joint)
        if found:
            return joint.join(
                (_translated(first, language), _translated(rest, language))
            )
    return text
