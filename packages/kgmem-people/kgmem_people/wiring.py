"""What knows people and what was said, put together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from kgmem import Hit
from kgmem.people import (
    AgentStore,
    ConversationStore,
    Knowing,
    Search,
    Stores,
    offline_embedder,
    search_request,
    taggers,
)
from kgmem.ports import Embedder
from kgmem_people.context import Assemble
from kgmem_people.correcting import Correcting
from kgmem_people.flow import Conversations, Folding
from kgmem_people.forget import PersonRights
from kgmem_people.mind_by_chat import Suggest
from kgmem_people.modification_by_chat import Modify
from kgmem_people.profile import Profile
from kgmem_people.reading.extract import Extract
from kgmem_people.remember import RememberNames
from kgmem_people.saying.reader import ReadPerson
from kgmem_people.saying.sorts import fitted_sorts
from kgmem_people.summary import Summarize
from kgmem_people.telling.finding import Find, FindKnown
from kgmem_people.update import UpdatePerson


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """What knows people and what was said to an agent."""

    conversations: Conversations
    known: UpdatePerson
    context: Assemble
    remember: RememberNames
    rights: PersonRights
    correcting: Correcting


def reader_of(on: Stores) -> Extract:
    """What reads names and statements in texts."""
    english, chinese, lacking = taggers()
    asked = on.chat if on.settings.extraction in ("auto", "model") else None
    states = on.settings.extraction != "off"
    return Extract(english, chinese, asked, lacking=lacking, states=states)


def people_of(on: Stores, knowing: Knowing) -> People:
    settings = on.settings
    english, chinese, lacking = taggers()
    # Names alone: what a message states is read when a memory is updated with it.
    reader = Extract(english, chinese, lacking=lacking, states=False)
    naming = replace(knowing.facts, get_reader=lambda: reader)

    def names(text: str) -> list[str]:
        found = reader.read(reader.tag([text])[0], {})
        return [one.name for one in found.mentions]

    conversations = Conversations(
        ConversationStore(on.store),
        on.projection,
        on.new_redactor,
        naming.tag,
        naming.extract_tagged,
        Summarize(names, on.chat),
        Folding(settings.fold_beyond, settings.fold_keep),
    )
    reading = on.chat if settings.extraction in ("auto", "model") else None
    read = ReadPerson(english, chinese, lambda: _weighing(on.projection.embedder))
    known = UpdatePerson(
        AgentStore(on.store),
        Profile(knowing.facts, knowing.asking, read),
        on.projection,
        Modify(names, read, reading, settings.extraction != "model"),
        Suggest(names, read, reading),
        settings.max_events,
        settings.profile_sentences,
    )
    return People(
        conversations=conversations,
        known=known,
        remember=RememberNames(known, naming),
        rights=PersonRights(conversations, known),
        correcting=Correcting(conversations, known),
        context=Assemble(conversations, known, FindKnown(_finder(knowing.search))),
    )


def _weighing(embedder: Embedder) -> Embedder:
    """The embedder that weighs what is said: the memory's, or, if nothing was fitted
    with that, the best one that comes with the packages."""
    return embedder if embedder.model == fitted_sorts("en").model else _offline()


@cache
def _offline() -> Embedder:
    return offline_embedder()[0]


def _finder(search: Search) -> Find:
    def find(space: str, query: str, kinds: Sequence[str], **asked: Any) -> list[Hit]:
        return search(search_request(space, query, kinds=kinds, **asked))

    return find
