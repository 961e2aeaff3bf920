"""Messages as a chat model is shown them, and whether they bear out what it says."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from kgmem import Message, ServiceError
from kgmem.people import PLACEHOLDER, Language, language_of, typed_spans
from kgmem_people.reading.dates import periods

SHOWN = 12_000
"""Characters of messages in a prompt: the last ones."""
LONGEST = 2_000
"""Characters of one message in it."""
MIN_CONFIDENCE, MAX_CONFIDENCE = 0.5, 0.9
"""Below the one the model itself holds it for wrong; it is never surer than the other,
as a person who says it plainly."""

_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_CAPITAL = re.compile(r"(?<=[^.!?:：。！？\s] )[A-Z][\w'’-]+")
"""A word with a capital letter that does not begin a sentence."""
_ASKED = re.compile(r"[^.!?。！？\n]*[?？]")
_BREAK = re.compile(r"[,;.!?，；。！？\n]")

_ANY_DAY = date(2000, 1, 1)
"""So that "yesterday" is read as a date, too; on which day does not matter."""

A = TypeVar("A", bound=BaseModel)
R = TypeVar("R")
Names = Callable[[str], Sequence[str]]
"""The names in a text."""


class NotBorneOut(Exception):
    """The messages don't say it."""


@dataclass(frozen=True, slots=True)
class ShownMessages:
    """The last messages, numbered from 1, as far as they fit into a prompt."""

    messages: tuple[Message, ...]
    names: Names

    @classmethod
    def of(cls, messages: Sequence[Message], names: Names) -> "ShownMessages":
        """Those that are shown."""
        room, kept = SHOWN, list[Message]()
        for one in reversed(messages):
            room -= len(one.content[:LONGEST])
            if room < 0 and kept:
                break
            kept.append(one)
        return cls(tuple(reversed(kept)), names)

    def lines(self) -> str:
        """One line each, so that no message can pass for another."""
        return "\n".join(
            f"[{n}] {one.role}: {_line(one)}" for n, one in enumerate(self.messages, 1)
        )

    @property
    def language(self) -> Language:
        """In which most of them are written."""
        own = [one for one in self.messages if one.role == "user"]
        return language_of("\n".join(one.content[:LONGEST] for one in own))

    def quoted(
        self, numbers: Iterable[int], quote: str, *, own: bool
    ) -> tuple[Message, ...]:
        """The messages of these numbers; with `own` the person's alone. Raises
        NotBorneOut if there are none, or if none of them has the quote."""
        found = [self._message(n) for n in dict.fromkeys(numbers)]
        kept = [one for one in found if one.role == "user" or not own]
        words = fold(quote)
        if not words or not any(words in fold(_line(one)) for one in kept):
            raise NotBorneOut(f"no message says {quote[:80]!r}")
        return tuple(kept)

    def check(self, text: str, messages: Iterable[Message]) -> None:
        """Raises NotBorneOut if the text has a name, number, date or placeholder that
        these messages don't have."""
        lacking = invented(text, "\n".join(map(_line, messages)), self.names)
        if lacking is not None:
            raise NotBorneOut(f"no message has {lacking[:80]!r}")

    def _message(self, number: int) -> Message:
        if not 1 <= number <= len(self.messages):
            raise NotBorneOut(f"there is no message {number}")
        return self.messages[number - 1]


def kept(
    read: Callable[[object], R], items: Sequence[object], most: int
) -> tuple[list[R], int]:
    """What could be read of the first items, and how many could not."""
    found = list[R]()
    for item in items[:most]:
        with suppress(NotBorneOut):
            found.append(read(item))
    return found, len(items[:most]) - len(found)


def answered(kind: type[A], answer: str, what: str) -> A:
    """A model's answer as a value. Raises ServiceError, without the answer's words."""
    try:
        return kind.model_validate(json.loads(_object_in(answer)))
    except (ValidationError, ValueError, RecursionError) as error:
        raise ServiceError(f"the chat model's {what} can't be read as JSON") from error


def _object_in(answer: str) -> str:
    """The JSON object in an answer that has words or a fence around it."""
    start, end = answer.find("{"), answer.rfind("}")
    return answer[start : end + 1] if 0 <= start < end else answer


def parsed(kind: type[A], item: object) -> A:
    """One item of an answer. Raises NotBorneOut for another shape."""
    try:
        return kind.model_validate(item)
    except ValidationError as error:
        raise NotBorneOut("not of the shape that was asked for") from error


def sure(confidence: float) -> float:
    """The confidence, as far as a model can have it. Raises NotBorneOut below it."""
    if not MIN_CONFIDENCE <= confidence <= 1:
        raise NotBorneOut(f"held for {confidence} sure by the model itself")
    return min(confidence, MAX_CONFIDENCE)


def invented(text: str, source: str, names: Names) -> str | None:
    """The first number, date, name or placeholder that the source does not have."""
    folded = fold(source)
    numbers = set(_NUMBER.findall(unicodedata.normalize("NFKC", source)))
    for number in _NUMBER.findall(unicodedata.normalize("NFKC", text)):
        if number not in numbers:
            return str(number)
    parts = [
        *(match[0] for match in PLACEHOLDER.finditer(text)),
        *(text[slice(*one.span)] for one in typed_spans(text)),
        *(text[one.start : one.end] for one in periods(text, _ANY_DAY)),
        *_CAPITAL.findall(text),
        *names(text),
    ]
    packed = folded.replace(" ", "")
    return next((one for one in parts if _lacks(packed, one)), None)


def _lacks(packed: str, part: str) -> bool:
    return fold(part).replace(" ", "") not in packed


def fold(text: str) -> str:
    """As texts are compared: without case, form and white space."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def is_asked(message: Message, quote: str) -> bool:
    """Does the quote stand in a question?"""
    words = fold(quote).rstrip("?.!。！")
    return any(words in fold(one) for one in _ASKED.findall(_line(message)))


def led_up_to(message: Message, quote: str) -> str:
    """The words of the clause before the quote, and the quote."""
    line = fold(_line(message))
    at = line.find(fold(quote))
    before = _BREAK.split(line[: max(at, 0)])[-1]
    return f"{before}{fold(quote)}".strip()


def _line(message: Message) -> str:
    return " ".join(message.content[:LONGEST].split())
