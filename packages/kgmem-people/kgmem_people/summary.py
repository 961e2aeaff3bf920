"""summary so far + messages -> one summary, by a chat model or by what tells most."""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace
from math import sqrt

from pydantic import BaseModel, ConfigDict

from kgmem import Message, ServiceError
from kgmem.people import clean, language_of, load, said, tokens
from kgmem.ports import LanguageModel
from kgmem_people.sentences import said_by, sentences
from kgmem_people.shown import Names, answered, invented

PROMPT = "conversation/summary"
RULES = "rules"
"""Made a summary out of the messages' own sentences."""
LONGEST = 2_400
"""Characters of a summary."""
MOST = 400
"""Sentences that are compared, the last ones."""
SHOWN = 12_000
"""Characters of messages in a prompt."""
NAMED = 3.0
"""What a name, a number or a code tells, measured in other words."""

_NAMED = re.compile(r"\d|^[A-Z]|[A-Z]{2}|\[REDACTED:")


class SummaryAnswer(BaseModel):
    """The model's answer."""

    model_config = ConfigDict(frozen=True)

    summary: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary, and what made it."""

    text: str
    by: str


@dataclass(frozen=True, slots=True)
class Summarize:
    """Folds messages into a summary."""

    names: Names
    model: LanguageModel | None = None

    def __call__(self, before: str, messages: Sequence[Message]) -> Summary:
        """By the chat model, if what it writes is borne out; else the sentences that
        tell most."""
        if self.model is None:
            return Summary(extracted(before, messages), RULES)
        try:
            return self._asked(before, messages, self.model)
        except ServiceError as error:
            why = f"{RULES}: {error}"
            return Summary(extracted(before, messages), why[:500])

    def _asked(
        self, before: str, messages: Sequence[Message], model: LanguageModel
    ) -> Summary:
        prompt = load(PROMPT)
        told = "\n".join(_lines(messages))
        answer = model.complete(
            prompt.fill(
                summary=before or said("(none)"),
                messages=told[:SHOWN],
                limit=str(LONGEST),
            )
        )
        text = answered(SummaryAnswer, answer, "summary").summary
        text = str(clean(" ".join(text.split())))
        if not text:
            raise ServiceError("the chat model's summary is empty")
        source = f"{before}\n{told}"
        if len(text) > min(LONGEST, len(source)):
            raise ServiceError("the chat model's summary is longer than its messages")
        if (lacking := invented(text, source, self.names)) is not None:
            raise ServiceError(f"the chat model's summary invents {lacking!r}")
        return Summary(text, f"{prompt.provenance} {model.model}")


def extracted(before: str, messages: Sequence[Message]) -> str:
    """The lines that tell most together, in their order, in no more than LONGEST
    characters: names, numbers and codes count most, what is said already nothing."""
    lines = list(dict.fromkeys([*before.splitlines(), *_lines(messages)]))[-MOST:]
    told = [_told(line) for line in lines]
    best = [(-_worth(words, ()), -n) for n, words in enumerate(told)]
    heapify(best)
    kept: list[int] = []
    room, covered = LONGEST, set[str]()
    while best:
        bound, n = best[0][0], -best[0][1]
        now = -_worth(told[n], covered)
        if now != bound:  # what was taken meanwhile says some of it
            heapreplace(best, (now, -n))
            continue
        heappop(best)
        if not now or len(lines[n]) + 1 > room:
            continue
        kept.append(n)
        room -= len(lines[n]) + 1
        covered |= told[n].keys()
    return "\n".join(lines[n] for n in sorted(kept))


def _lines(messages: Sequence[Message]) -> Iterator[str]:
    for message in messages:
        language = language_of(message.content)
        for one in sentences(message.content):
            if one:
                yield said_by(message.role, one, language)


def _told(line: str) -> dict[str, float]:
    """What each word of a line tells."""
    named = {
        word.casefold().strip(".,;:!?()")
        for word in line.split()[1:]
        if _NAMED.search(word)
    }
    found = dict.fromkeys(tokens(line), 1.0)
    return found | dict.fromkeys(named, NAMED)


def _worth(told: Mapping[str, float], covered: Container[str]) -> float:
    new = sum(weight for word, weight in told.items() if word not in covered)
    return new / sqrt(len(told)) if told else 0.0
