"""messages -> what they suggest of a person, by a chat model.

Each tag carries the messages that it rests on; what they don't bear out is dropped.
Without a model, or without an answer that can be read, it is done by counting."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from pydantic import BaseModel, ConfigDict

from kgmem import Message, ServiceError, Tag
from kgmem.people import clean, load
from kgmem.ports import LanguageModel
from kgmem_people.modification import RULES
from kgmem_people.saying.reader import ReadPerson
from kgmem_people.shown import (
    Names,
    NotBorneOut,
    ShownMessages,
    answered,
    kept,
    parsed,
    sure,
)
from kgmem_people.theory_of_mind import theory_of_mind

PROMPT = "conversation/theory_of_mind"
MOST = 30
"""Tags of an answer that are looked at."""
LONGEST = 80
"""Characters of a tag."""
REPEATED = {"trend": 2}
"""So many messages at least a tag of this aspect rests on."""


class _Suggested(BaseModel):
    """A tag, as the model gives it."""

    model_config = ConfigDict(frozen=True)

    aspect: Literal["intent", "mood", "habit", "relation", "trend"]
    value: str
    messages: tuple[int, ...]
    quote: str
    confidence: float


class MindAnswer(BaseModel):
    """The model's answer; its tags are looked at one by one."""

    model_config = ConfigDict(frozen=True)

    tags: list[object]


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What messages suggest, and what made it of them."""

    tags: tuple[Tag, ...]
    by: str = RULES
    note: str | None = None
    """What could not be done as it should."""


@dataclass(frozen=True, slots=True)
class Suggest:
    """Reads what messages suggest, by a chat model where there is one."""

    names: Names
    read: ReadPerson
    model: LanguageModel | None = None

    def __call__(self, messages: Sequence[Message]) -> Suggestions:
        """Intents, moods, habits, relations and trends."""
        if self.model is None or not any(one.role == "user" for one in messages):
            return Suggestions(tuple(theory_of_mind(messages, self.read)))
        try:
            return self._asked(messages, self.model)
        except ServiceError as error:
            ruled = tuple(theory_of_mind(messages, self.read))
            return Suggestions(ruled, note=f"{RULES}: {error}"[:500])

    def _asked(self, messages: Sequence[Message], model: LanguageModel) -> Suggestions:
        shown = ShownMessages.of(messages, self.names)
        prompt = load(PROMPT, shown.language)
        asked = prompt.fill(messages=shown.lines())
        answer = answered(MindAnswer, model.complete(asked), PROMPT)
        tags, dropped = kept(partial(_tag, shown), answer.tags, MOST)
        if dropped and not tags:
            raise ServiceError("the chat model says nothing that the messages bear out")
        return Suggestions(
            tuple(dict.fromkeys(tags)),
            f"{prompt.provenance} {model.model}",
            f"{dropped} not borne out by the messages" if dropped else None,
        )


def _tag(shown: ShownMessages, item: object) -> Tag:
    told = parsed(_Suggested, item)
    resting = shown.quoted(told.messages, told.quote, own=True)
    value = str(clean(" ".join(told.value.split())))
    if not 0 < len(value) <= LONGEST:
        raise NotBorneOut("it is empty or too long")
    if len(resting) < REPEATED.get(told.aspect, 1):
        raise NotBorneOut("it rests on too few messages")
    shown.check(value, resting)
    return Tag(
        aspect=told.aspect,
        value=value,
        confidence=round(sure(told.confidence), 3),
        message_ids=tuple(one.message_id for one in resting),
        quote=told.quote,
        since=min(one.at for one in resting),
        at=max(one.at for one in resting),
    )
