"""messages -> redact -> names -> graph + outbox -> vectors -> summary."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid4

from kgmem import Message
from kgmem.people import (
    ConversationStore,
    Extraction,
    MessageDraft,
    MessageRow,
    MessageStore,
    Place,
    Projection,
    Redactor,
    batches,
    epoch_ms,
    language_of,
    named,
    take_out_message,
)
from kgmem.ports import TaggedText
from kgmem_people.summary import Summarize

BATCH = 200
"""Messages that are written in one transaction."""
NAMED_IN = 4_000
"""Characters of a message that names are looked for in."""

Extract = Callable[[str, Sequence[TaggedText]], list[Extraction]]
Tag = Callable[[Sequence[str]], list[TaggedText]]


@dataclass(frozen=True, slots=True)
class Folding:
    """When messages are folded into the summary."""

    beyond: int = 10
    """More messages than so many, that no summary stands for, are folded,"""
    keep: int = 5
    """but for the last ones, which stay verbatim."""


@dataclass(frozen=True, slots=True)
class Conversations:
    """The flow of messages over a graph and its projection."""

    store: ConversationStore
    projection: Projection
    new_redactor: Callable[[], Redactor]
    tag: Tag
    extract: Extract
    summarize: Summarize
    folding: Folding

    @property
    def said(self) -> MessageStore:
        """Single messages, wherever they were said."""
        return MessageStore(self.store.store)

    def add(self, place: Place, drafts: Iterable[MessageDraft]) -> list[Message]:
        """Keep messages, in their order; those that are there stay as they are.

        When it returns they survive the process. Names in them are linked; what they
        fold into may follow later."""
        kept: list[Message] = []
        unfolded = 0
        before: Message | MessageDraft | None = None
        for batch in batches(drafts, BATCH):
            before = before or next(iter(self.recent(place, 1)), None)
            written = self.store.write(place, self._rows(place.space, batch, before))
            before = batch[-1]
            # From here on they are acknowledged.
            kept += written.messages
            self.projection.take_up(written.points)
            unfolded = written.unfolded
        if unfolded > self.folding.beyond:
            self._fold(place)
        return kept

    def _fold(self, place: Place) -> None:
        """Have the summary stand for all but the last messages, if there are many."""
        known = self.store.find(place)
        if known is None or known.messages - known.folded <= self.folding.beyond:
            return
        until = known.messages - self.folding.keep
        messages = self.store.messages(place, known.folded, until)
        summary = self.summarize(known.summary, messages)
        self.store.fold(place, known.folded, until, summary.text, summary.by)

    def recent(self, place: Place, last: int | None = None) -> list[Message]:
        """The last messages, in order; None: all."""
        known = self.store.find(place)
        if known is None:
            return []
        since = 0 if last is None else max(0, known.messages - last)
        return self.store.messages(place, since, known.messages)

    def verbatim(self, place: Place) -> list[Message]:
        """The messages that no summary stands for, the last ones."""
        known = self.store.find(place)
        if known is None:
            return []
        since = max(known.folded, known.messages - self.folding.beyond)
        return self.store.messages(place, since, known.messages)

    def forget(self, place: Place) -> int:
        """Delete a conversation with its messages and their vectors."""
        count = self.store.delete(place)
        self.store.store.forget_names()
        self.projection.drain(force=True)
        return count

    def message(self, space: str, agent: str, key: str) -> Message | None:
        """A message that was said to an agent; None if it is not there."""
        found = self.said.by_ids(space, agent, [key])
        return found[0].message if found else None

    def forget_message(self, space: str, agent: str, key: str) -> None:
        """Delete a message with its vector, and have the summary made anew without
        it."""
        place = self.store.place_of(space, agent, key)
        if place is None:
            return
        if (known := self.store.find(place)) is not None and known.messages == 1:
            self.forget(place)
            return
        take_out_message(self.store.store, space, place.key, key)
        self.store.store.forget_names()
        self._fold(place)
        self.projection.drain(force=True)

    def _rows(
        self,
        space: str,
        drafts: Sequence[MessageDraft],
        before: Message | MessageDraft | None,
    ) -> list[MessageRow]:
        redacted = [
            _redacted(one, said, self.new_redactor())
            for one, said in zip(drafts, (before, *drafts), strict=False)
        ]
        short = [one.content[:NAMED_IN] for one in redacted]
        found = self.extract(space, self.tag(short))
        return [
            MessageRow(one.message_id or uuid4().hex, _props(space, one), named(names))
            for one, names in zip(redacted, found, strict=True)
        ]


def _redacted(
    draft: MessageDraft, before: Message | MessageDraft | None, redactor: Redactor
) -> MessageDraft:
    goes_on = before is not None and before.role == draft.role
    said = before.content if before else ""
    return draft.model_copy(
        update={
            "content": redactor.answer(said, draft.content, goes_on=goes_on),
            "kind": redactor.text(draft.kind),
            "metadata": redactor.json(dict(draft.metadata)),
        }
    )


def _props(space: str, draft: MessageDraft) -> dict[str, object]:
    now = datetime.now(UTC)
    metadata = json.dumps(draft.metadata, ensure_ascii=False) if draft.metadata else ""
    return {
        "space": space,
        "role": draft.role,
        "text": draft.content,
        "at": epoch_ms(draft.at or now),
        "form": draft.kind,
        "metadata": metadata,
        "language": language_of(draft.content),
        "created_at": epoch_ms(now),
    }
